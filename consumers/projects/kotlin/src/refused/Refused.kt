import io.penstock.file.ArrayFile
import io.penstock.stream.ArrayDataInputStream

fun nullPath() = ArrayFile.open(null)

fun length(input: ArrayDataInputStream): Int = input.readLine().length
