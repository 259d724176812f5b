package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Attributes that a file gets of another one by the JDK's views alone, on file systems that have
/// or allow some of them.
class ViewAttributesTest {
  private record Name(String getName) implements GroupPrincipal {}

  /// A file in memory, with the views that its file system has.
  private static final class File implements ViewAttributes.Views {
    /// The name of an attribute that nobody may read.
    static final String LOCKED = "locked";

    private final Set<Class<?>> kinds;
    private final Set<String> refused;
    private UserPrincipal owner;
    private GroupPrincipal group;
    private Set<PosixFilePermission> permissions;
    private List<AclEntry> list = List.of();
    private final Map<String, String> user = new TreeMap<>();

    File(String owner, String group, String permissions, Set<String> refused, Class<?>... kinds) {
      this.kinds = Set.of(kinds);
      this.refused = refused;
      this.owner = new Name(owner);
      this.group = new Name(group);
      this.permissions = PosixFilePermissions.fromString(permissions);
    }

    @Override
    public <V extends FileAttributeView> Optional<V> of(Class<V> kind) {
      return kinds.contains(kind) ? Optional.of(proxy(kind)) : Optional.empty();
    }

    private <T> T proxy(Class<T> type) {
      return type.cast(
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {type},
              (_, method, arguments) -> answer(method.getName(), arguments)));
    }

    @SuppressWarnings("unchecked")
    private Object answer(String method, Object[] arguments) throws IOException {
      boolean locked = method.equals("read") && LOCKED.equals(arguments[0]);
      if (locked || refused.contains(method)) {
        throw new FileSystemException("f", null, "refused");
      }
      switch (method) {
        case "setOwner" -> owner = (UserPrincipal) arguments[0];
        case "setGroup" -> group = (GroupPrincipal) arguments[0];
        case "setPermissions" -> permissions = (Set<PosixFilePermission>) arguments[0];
        case "setAcl" -> list = (List<AclEntry>) arguments[0];
        default -> {
          return told(method, arguments);
        }
      }
      return method;
    }

    private Object told(String method, Object[] arguments) {
      return switch (method) {
        case "readAttributes" -> proxy(PosixFileAttributes.class);
        case "owner" -> owner;
        case "group" -> group;
        case "permissions" -> permissions;
        case "getAcl" -> list;
        case "list" -> new ArrayList<>(user.keySet());
        case "size" -> value(arguments).length();
        case "read" -> {
          ((ByteBuffer) arguments[1]).put(value(arguments).getBytes(UTF_8));
          yield 1;
        }
        case "write" -> {
          user.put((String) arguments[0], UTF_8.decode((ByteBuffer) arguments[1]).toString());
          yield 1;
        }
        default -> throw new AssertionError(method);
      };
    }

    private String value(Object[] arguments) {
      return user.getOrDefault((String) arguments[0], "");
    }

    String permissions() {
      return PosixFilePermissions.toString(permissions);
    }
  }

  private static File posix(String owner, String group, String permissions, String... refused) {
    return new File(
        owner,
        group,
        permissions,
        Set.of(refused),
        PosixFileAttributeView.class,
        UserDefinedFileAttributeView.class);
  }

  private static final List<AclEntry> LIST =
      List.of(
          AclEntry.newBuilder()
              .setType(AclEntryType.ALLOW)
              .setPrincipal(new Name("bob"))
              .setPermissions(AclEntryPermission.READ_DATA)
              .build());

  private static ViewAttributes give(File model, boolean listUnknown, File to) throws IOException {
    ViewAttributes attributes = ViewAttributes.of(model, listUnknown);
    attributes.giveOwner(to);
    attributes.giveUserAttributes(to);
    attributes.givePermissions(to);
    return attributes;
  }

  @Test
  void everythingThatTheFileSystemLetsIsGiven() throws IOException {
    File model = posix("alice", "staff", "rw-rw-r-x");
    model.user.put("colour", "red");
    model.user.put("form", "");
    File to = posix("root", "root", "rw-------");
    assertThat(give(model, false, to).lost()).isEmpty();
    assertThat(to.owner).isEqualTo(model.owner);
    assertThat(to.group).isEqualTo(model.group);
    assertThat(to.permissions()).isEqualTo("rw-rw-r-x");
    assertThat(to.user).isEqualTo(model.user);
  }

  @Test
  void whatTheFileHasAlreadyIsNotGivenAgain() throws IOException {
    File model = posix("alice", "staff", "rw-rw-r--");
    File to = posix("alice", "staff", "rw-------", "setOwner", "setGroup");
    assertThat(give(model, false, to).lost()).isEmpty();
    assertThat(to.permissions()).isEqualTo("rw-rw-r--");
  }

  @Test
  void whatIsRefusedIsToldAndOpensTheFileToNobody() throws IOException {
    File model = posix("alice", "staff", "rwxrwxr--");
    model.user.put("colour", "red");
    File to = posix("root", "root", "rw-------", "setOwner", "setGroup", "write");
    assertThat(give(model, false, to).lost())
        .containsExactly("owner alice", "group staff", "extended attribute colour");
    assertThat(to.permissions()).isEqualTo("rwxr--r--");
    assertThat(to.user).isEmpty();
  }

  @Test
  void anOwnerAloneThatIsRefusedLeavesThePermissionsOfTheGroup() throws IOException {
    File model = posix("alice", "staff", "rw-rw-r--");
    File to = posix("root", "root", "rw-------", "setOwner");
    assertThat(give(model, false, to).lost()).containsExactly("owner alice");
    assertThat(to.group).isEqualTo(model.group);
    assertThat(to.permissions()).isEqualTo("rw-rw-r--");
  }

  @ParameterizedTest
  @CsvSource({
    "rw-rw-r--, rw-r--r--, permissions of its group",
    "rw----r--, rw-------, permissions of its group",
    "rw-r--r--, rw-r--r--, ''"
  })
  void whereAListMayBeHiddenGroupAndOthersGetWhatBothHave(String older, String newer, String lost)
      throws IOException {
    File to = posix("alice", "staff", "rw-------");
    List<String> told = give(posix("alice", "staff", older), true, to).lost();
    assertThat(told)
        .isEqualTo(
            lost.isEmpty() ? List.of() : List.of(lost + ", as it may have an access control list"));
    assertThat(to.permissions()).isEqualTo(newer);
  }

  @Test
  void aGroupThatIsLostIsToldOnceWhereAListMayBeHidden() throws IOException {
    File to = posix("alice", "root", "rw-------", "setGroup");
    assertThat(give(posix("alice", "staff", "rw-rw-r--"), true, to).lost())
        .containsExactly("group staff");
    assertThat(to.permissions()).isEqualTo("rw-r--r--");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "size", "read"})
  void attributesThatCannotBeReadAreNone(String refused) throws IOException {
    File model = posix("alice", "staff", "rw-rw-r--", refused);
    model.user.put("colour", "red");
    File to = posix("root", "root", "rw-------");
    assertThat(give(model, false, to).lost()).isEmpty();
    assertThat(to.user).isEmpty();
    assertThat(to.permissions()).isEqualTo("rw-rw-r--");
  }

  @Test
  void attributesAreGivenUpToTheOneThatCannotBeRead() throws IOException {
    File model = posix("alice", "staff", "rw-rw-r--");
    model.user.put("colour", "red");
    model.user.put(File.LOCKED, "");
    File to = posix("root", "root", "rw-------");
    assertThat(give(model, false, to).lost()).isEmpty();
    assertThat(to.user).containsOnlyKeys("colour");
  }

  @Test
  void aFileSystemWithListsAloneGivesTheList() throws IOException {
    File model = new File("alice", "staff", "rw-rw-r--", Set.of(), AclFileAttributeView.class);
    model.list = LIST;
    File to = new File("root", "root", "rw-------", Set.of(), AclFileAttributeView.class);
    assertThat(give(model, false, to).lost()).isEmpty();
    assertThat(to.list).isEqualTo(LIST);
    assertThat(to.owner.getName()).isEqualTo("root");
    File without = posix("root", "root", "rw-------");
    assertThat(give(model, false, without).lost()).isEmpty();
    assertThat(without.list).isEmpty();
    assertThat(without.permissions()).isEqualTo("rw-------");
  }

  @Test
  void aFileSystemWithoutAttributesLosesThem() throws IOException {
    File model = posix("alice", "staff", "rw-rw-r--");
    model.user.put("colour", "red");
    File to = new File("root", "root", "rw-------", Set.of(), AclFileAttributeView.class);
    assertThat(give(model, false, to).lost()).containsExactly("extended attribute colour");
    assertThat(to.list).isEmpty();
    assertThat(to.permissions()).isEqualTo("rw-------");
  }

  @Test
  void aNewFileGetsNoMoreThanTheSystemGives() throws IOException {
    File to = posix("alice", "staff", "rw-------");
    ViewAttributes.of(posix("alice", "staff", "rwxrwxr-x"), false)
        .givePermissionsToNew(to, mode -> (mode & 0705) | 0020);
    assertThat(to.permissions()).isEqualTo("rwx-w-r-x");
  }

  @ParameterizedTest
  @CsvSource({
    "rwxrwxrwx, 511",
    "rw-r-----, 416",
    "--x-w---x, 81",
    "---------, 0",
    "r--------, 256"
  })
  void permissionsAreTheBitsOfAMode(String permissions, int mode) {
    assertThat(ViewAttributes.mode(PosixFilePermissions.fromString(permissions))).isEqualTo(mode);
    assertThat(PosixFilePermissions.toString(ViewAttributes.permissions(mode)))
        .isEqualTo(permissions);
  }

  @Test
  void theSystemsFilesMayHaveListsThatAreNotSeenOnLinux() {
    assertThat(ViewAttributes.hidesLists(FileSystems.getDefault()))
        .isEqualTo(System.getProperty("os.name").equals("Linux"));
    assertThat(ViewAttributes.hidesLists(FileSystems.getFileSystem(URI.create("jrt:/")))).isFalse();
  }
}
