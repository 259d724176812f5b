import io.penstock.array.ElementType
import io.penstock.array.Shape
import io.penstock.file.ArrayFile
import io.penstock.stream.ArrayDataInputStream
import java.nio.file.Path

fun main(folder: Array<String>) {
  val path = Path.of(folder[0], "field.npy")
  ArrayFile.create(path, ElementType.DOUBLE, Shape.of(4)).use { it.write(doubleArrayOf(1.0, 2.0, 3.0, 4.0)) }
  ArrayFile.open(path).use { file ->
    val field = DoubleArray(4)
    file.read(field)
    println("sum ${field.sum()}")
  }
  // The end of a text is null, which the compiler knows.
  val line: String? = ArrayDataInputStream("text\n".byteInputStream()).readLine()
  println("line ${line ?: "none"}")
}
