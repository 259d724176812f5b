plugins { application }

repositories {
  maven { url = uri(providers.gradleProperty("penstock.repository").get()) }
  mavenCentral()
}

java { toolchain { languageVersion = JavaLanguageVersion.of(25) } }

dependencies {
  implementation(platform("io.penstock:penstock-bom:${providers.gradleProperty("penstock.version").get()}"))
  listOf("core", "text", "tree", "compress", "zstd", "object", "analysis", "message", "mpi").forEach {
    implementation("io.penstock:penstock-$it")
  }
}

sourceSets.main { java.srcDir("../module-path/src/main/java") }

application {
  mainModule = "consumer"
  mainClass = "consumer.Plate"
  applicationDefaultJvmArgs = listOf("--enable-native-access=io.penstock,com.github.luben.zstd_jni")
}
