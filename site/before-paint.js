(function (root) {
  addEventListener('submit', function (event) {
    if ('live' in root.dataset) return;
    event.preventDefault();
    root.heldForm = event.target;
  });
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('token')) root.dataset.session = 'stored';
  } catch {}
})(document.documentElement);
