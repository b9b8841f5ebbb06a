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
    var pressed =
      'started' in root.dataset ? null : event.target.closest('button[type=button],a[data-answered-here]');
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    keep(pressed, null, pressed);
  });
  addEventListener('change', function (event) {
    if (!('started' in root.dataset) && event.target.matches('select'))
      keep(event.target, event.target.value);
  });
  function unpack(which) {
    for (var part of document.querySelectorAll(which)) {
      // Nothing of a member's page is seen before its scripts have run.
      if (stored) for (var file of part.content.children) file.fetchPriority = 'auto';
      part.replaceWith(part.content);
    }
  }
  var stored;
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    stored = localStorage.getItem('token');
    if (stored) root.dataset.session = 'stored';
  } catch {}
  function unpackFiles() {
    unpack('head template:not(#application)');
  }
  if (stored) {
    unpack('#calls');
    // Calls that are asked after the files would wait for a connection.
    if (root.asked) root.asked.sent.then(unpackFiles, unpackFiles);
    else unpackFiles();
  }
  addEventListener('DOMContentLoaded', function () {
    if (stored) return unpack('#application');
    requestAnimationFrame(function () {
      (window.requestIdleCallback || setTimeout)(
        function () {
          unpack('#files,#application');
        },
        { timeout: 1000 },
      );
    });
  });
})(document.documentElement);
