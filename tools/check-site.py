"""Checks that every link of a built site leads to a file and an anchor in it, and that no page loads anything from a network."""

import pathlib
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

LOADING = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data"}


class Page(HTMLParser):
    """The anchors of a page, and where it leads: pairs of a link and whether it is loaded with the page."""

    def __init__(self, path):
        super().__init__()
        self.anchors = {"", "top"}
        self.links = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href") is not None:
            self.links.append((values["href"], False))
        loaded = values.get(LOADING.get(tag, ""))
        if loaded:
            self.links.append((loaded, True))


def problem(site, pages, path, link, loaded):
    """What is wrong with a link, or None."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return "is loaded from the network" if loaded and parts.scheme != "data" else None
    target = path
    if parts.path:
        base = site if parts.path.startswith("/") else path.parent  # the page of 404 starts from the server's root
        target = (base / unquote(parts.path).lstrip("/")).resolve()
        if target.is_dir():
            target = target / "index.html"
        if site not in target.parents or not target.is_file():
            return "there is no such file"
    if target in pages and unquote(parts.fragment) not in pages[target].anchors:
        return "there is no such anchor"
    return None


def main(folder):
    site = pathlib.Path(folder).resolve()
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    if not pages:
        sys.exit(f"{site}: no pages")
    problems = 0
    for path, page in pages.items():
        for link, loaded in page.links:
            found = problem(site, pages, path, link, loaded)
            if found:
                problems += 1
                print(f"{path.relative_to(site)}: {link}: {found}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main(sys.argv[1])
