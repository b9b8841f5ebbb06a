(function (root) {
  var early = (root.early = new Map());
  function keep(target, detail, pressed) {
    early.set(target, detail);
    if (pressed) pressed.dataset.held = '';
  }
  addEventListener('submit', function (event) {
    if ('live' in root.dataset || event.defaultPrevented) return;
    event.preventDefault();
    keep(event.target, event.submitter, event.submitter);
  });
  addEventListener('click', function (event) {
    var button = 'started' in root.dataset ? null : event.target.closest('button[type=button]');
    if (button) keep(button, null, button);
  });
  addEventListener('change', function (event) {
    if (!('started' in root.dataset) && event.target.matches('select'))
      keep(event.target, event.target.value);
  });
  function start() {
    for (var part of document.querySelectorAll(stored ? 'head template' : '#application'))
      part.replaceWith(part.content);
  }
  var stored;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    stored = localStorage.getItem('token');
    if (stored) root.dataset.session = 'stored';
  } catch {}
  addEventListener('DOMContentLoaded', function () {
    if (stored) return start();
    requestAnimationFrame(function () {
      (window.requestIdleCallback || setTimeout)(start, { timeout: 1000 });
    });
  });
})(document.documentElement);
