/** What a person has said to notifications of the desktop. Some browsers know none. */
export function notificationPermission(): NotificationPermission | 'unknown' {
  return typeof Notification === 'undefined' ? 'unknown' : Notification.permission;
}

/** Says so on the desktop, without a sound of its own. False where the browser shows none. */
export function showNotification(title: string, body: string): boolean {
  if (notificationPermission() !== 'granted') return false;
  // A newer one takes the place of the last, and is shown again.
  const options = { body, tag: 'serenata-waiting', renotify: true, silent: true };
  try {
    const shown = new Notification(title, options);
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return true;
  } catch {
    // Phones show those alone that a service worker asks for, and the console has none.
    return false;
  }
}
