# shellcheck shell=sh disable=SC2154 # names that this file and the launcher have from each other
# The documentation as a site, with the Javadoc of all library modules: ./penstock sources this file, after setup.sh, for `site`.

site_python=$own/site-python
site_log=$own/site.log
site_pages=$own/site/pages
site_api=$own/site/api
site=$root/target/site
site_packages=$root/tools/site-requirements.txt

# ---- the private Python ----------------------------------------------------------------------------------------------

# It is made again when the list of packages is another one.
make_site_python() {
  if cmp -s "$site_packages" "$site_python/requirements.txt"; then return; fi
  can_make_python || die "site: no python3 that can make environments: install it (Debian: apt install python3 python3-venv)"
  echo "penstock: making .penstock/site-python"
  rm -rf "$site_python"
  if ! { python3 -m venv "$site_python" && pip_install "$site_python" -r "$site_packages"; } >"$site_log" 2>&1 </dev/null; then
    die "site: the packages of tools/site-requirements.txt were not fetched, which needs a network: $(tail -n 1 "$site_log") (all of it: .penstock/site.log)"
  fi
  cp "$site_packages" "$site_python/requirements.txt"
}

# ---- Javadoc ---------------------------------------------------------------------------------------------------------

# The folders of modules that programs depend on.
library_folders() {
  for folder in "$root"/*/src/main/java/module-info.java; do
    folder=${folder%/src/main/java/module-info.java}
    case ${folder##*/} in
    cli | evaluate | report) ;;
    *) echo "$folder" ;;
    esac
  done
}

module_name() { sed -n 's/^module \(.*\) {$/\1/p' "$1/src/main/java/module-info.java"; }

# The arguments of javadoc, one a line.
javadoc_arguments() {
  library_folders | while IFS= read -r folder; do
    generated=$folder/target/generated-sources/kernels
    if [ ! -d "$generated" ]; then generated=''; fi
    printf '%s\n' --module-source-path "\"$(module_name "$folder")=$folder/src/main/java${generated:+:$generated}\""
  done
  names=$(library_folders | while IFS= read -r folder; do module_name "$folder"; done | tr '\n' ',')
  printf '%s\n' --module "${names%,}" --module-path "\"$modules:$peers\"" -d "\"$site_api\""
  printf '%s\n' -quiet -notimestamp --no-fonts -Xdoclint:all,-missing -encoding UTF-8 -docencoding UTF-8 -charset UTF-8
  printf '%s\n' -windowtitle '"Penstock"' -doctitle '"Penstock"'
}

make_javadoc() {
  if [ "$site_api/index.html" -nt "$stamp" ] && [ "$site_api/index.html" -nt "$root/tools/site.sh" ]; then return; fi
  echo "penstock: making the Javadoc"
  rm -rf "$site_api"
  javadoc_arguments >"$own/site/javadoc.arguments"
  outcome=0
  "$jdk/bin/javadoc" "@$own/site/javadoc.arguments" >"$site_log" 2>&1 || outcome=$?
  # A library below uses an incubating module of the JDK, which is no fault of a comment.
  faults=$(grep -e 'error: ' -e 'warning: ' -e 'error - ' "$site_log" | grep -v 'warning: \[incubating\]' | head -n 20) || :
  if [ "$outcome" != 0 ] || [ -n "$faults" ]; then
    rm -rf "$site_api"
    printf '%s\n' "$faults" >&2
    die "site: javadoc failed (all of it: .penstock/site.log)"
  fi
}

# ---- pages -----------------------------------------------------------------------------------------------------------

# MkDocs reads one folder. In it the pages lie as in the repository, so that the same links lead to the same files.
gather_pages() {
  rm -rf "$site_pages"
  mkdir -p "$site_pages/consumers"
  cp -R "$root/README.md" "$root/CONTRIBUTING.md" "$root/SECURITY.md" "$root/LICENSE" "$root/docs" "$root/examples" "$site_pages"
  cp -R "$root/consumers/projects" "$site_pages/consumers"
  cp "$root/tools/iframe-worker.js" "$root/tools/site.css" "$site_pages"
  # Python-Markdown begins a list only behind an empty line.
  awk '/^- / && last != "" && last !~ /^(-|  )/ { print "" } { print; last = $0 }' "$root/CHANGELOG.md" >"$site_pages/CHANGELOG.md"
  ln -s "$site_api" "$site_pages/api"
}

# Strict: a dead link or a page that is not in the order of mkdocs.yml fails.
make_pages() {
  if ! NO_MKDOCS_2_WARNING=1 "$site_python/bin/python" -m mkdocs build --quiet --strict --config-file "$root/mkdocs.yml" --site-dir "$site" >"$site_log" 2>&1; then
    rm -rf "$site"
    cat "$site_log" >&2
    die "site: the pages were not made"
  fi
}

# ---- the verb --------------------------------------------------------------------------------------------------------

site() {
  case ${1-} in
  --help | -h)
    echo "Usage: penstock site"
    echo "Makes the documentation, with the Javadoc of all modules, as a site in target/site. The first time needs a network."
    return
    ;;
  esac
  if [ $# != 0 ]; then
    complain "site: unexpected argument '$1': it takes none, and makes the documentation in target/site"
    exit 2
  fi
  lock
  mkdir -p "$own/site"
  make_site_python
  unlock
  if [ "${PENSTOCK_BUILD-}" != never ] && stale; then build_quietly; fi
  lock
  make_javadoc
  gather_pages
  make_pages
  "$site_python/bin/python" "$root/tools/check-site.py" "$site" || die "site: the pages above lead nowhere, or to the network"
  unlock
  echo "$site/index.html"
}
