// Runs before the first paint, so that a chosen theme never flashes. A file of its own: the CSP allows no inline script.
try {
  const theme = localStorage.getItem('mainspring-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme applies.
}
