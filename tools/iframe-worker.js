// Search in pages that are read from disk, from where browsers start no worker: a hidden frame takes its place.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inner = frame.contentWindow;
      this.inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inner.importScripts = (...scripts) => scripts.reduce((before, script) => before.then(() => this.load(script)), Promise.resolve());
      this.loaded = this.load(url);
    }

    load(url) {
      return new Promise((done, failed) => {
        const script = this.inner.document.createElement("script");
        script.src = url;
        script.onload = done;
        script.onerror = () => failed(new Error(`${url} was not loaded`));
        this.inner.document.head.append(script);
      });
    }

    postMessage(data) {
      this.loaded.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.inner.frameElement.remove();
    }
  };
}
