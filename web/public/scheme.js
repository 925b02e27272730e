// Before anything is painted: the color scheme the reader chose, or the system's. No inline
// script, so the policy can forbid them.
(function () {
  var chosen = null
  try { chosen = localStorage.getItem('mantine-color-scheme-value') } catch (error) { chosen = null }
  var dark = chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
