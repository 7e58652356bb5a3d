// Shows the HTML of the server and merges changes into it (see region.py).
export default {
  template: "<div></div>",
  props: { html: String },
  mounted() {
    this.$el.addEventListener("click", (event) => this.pressed(event));
    this.$el.addEventListener("change", (event) => this.changed(event));
    this.$el.addEventListener("input", (event) => this.changed(event));
    this.$el.addEventListener("submit", (event) => this.submitted(event));
    this.show();
  },
  watch: {
    html() {
      this.show();
    },
  },
  methods: {
    show() {
      const wanted = document.createElement("div");
      wanted.innerHTML = this.html;
      window.longroad.mergeChildren(this.$el, wanted);
      window.longroad.shown(this.$el);
    },
    pressed(event) {
      const target = event.target.closest("[data-do]");
      if (!target || !this.$el.contains(target) || target.matches("select, input, textarea, form")) return;
      if (target.disabled || target.getAttribute("aria-disabled") === "true") return;
      event.preventDefault();
      // a double click rolls once, and does not end the turn by the button that comes in its place
      const before = this.last;
      this.last = target.dataset.action;
      if (event.detail > 1 && before && before === target.dataset.notAfter) return;
      this.$emit("do", { ...target.dataset });
    },
    changed(event) {
      const target = event.target;
      if (!target.matches("[data-do]") || !target.matches("select, input, textarea")) return;
      // a text is sent when it is complete, a slider while it moves only where it asks for it
      if (event.type === "input" && !target.hasAttribute("data-live")) return;
      if (event.type === "change" && target.hasAttribute("data-live")) return;
      const value = target.type === "checkbox" ? target.checked : target.value;
      this.$emit("do", { ...target.dataset, value });
    },
    submitted(event) {
      const form = event.target.closest("form[data-do]");
      event.preventDefault();
      if (!form) return;
      this.$emit("do", { ...form.dataset, value: Object.fromEntries(new FormData(form)) });
    },
  },
};
