// Runs before anything is painted, while the code of the page loads: sets the color scheme and the
// language, chooses the outline of index.html, and requests what the page needs. A file of its own,
// because the content security policy forbids inline scripts. The build fills in the placeholder
// (vite.early.ts).
{
  /** The files that the code of a page loads, by the first part of its path. `*` stands for the language. */
  const filesByPage = { __FILES__: [] }
  const languages = ['en', 'es', 'pt', 'ru', 'ua']
  const timeoutMs = 20_000

  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement

  const scheme = read('mantine-color-scheme-value')
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  const language =
    [read('laurel.language'), ...navigator.languages]
      .map((tag) => (tag ?? '').slice(0, 2).toLowerCase().replace('uk', 'ua'))
      .find((code) => languages.includes(code)) ?? 'en'
  root.lang = language.replace('ua', 'uk')

  /** Sends a request of the first render; web/lib/early-responses.ts takes its answer. */
  const request = (url, token) => {
    const response = fetch(url, {
      headers: { 'accept-language': root.lang, ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    // Whoever takes the answer handles the failure.
    response.catch(() => {})
    return response
  }
  const preload = (file) => {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/assets/${file.replace('*', language)}`
    document.head.append(link)
  }

  const token = read('laurel.session')
  const [, first, id] = location.pathname.split('/')
  const isSignIn = /^\/(login|sign-up)?\/?$/.test(location.pathname)
  if (
    isSignIn ||
    /^(awards|budgets|dashboard|edit-profile|feed|group-cards|groups|help|inbox|loading|my-team|nominations|organization|posts|profile|rewards|settings)$/.test(
      first,
    )
  ) {
    root.dataset.outline = token ? 'member' : 'sign-in'
    const memberPage = isSignIn ? 'feed' : first
    const page = token ? memberPage : 'login'
    const paths = [token ? '/config' : '/auth/options']
    if (page === 'feed' && !location.search) paths.push('/posts')
    if (page === 'rewards') paths.push('/shop/rewards')
    if (page === 'posts' && id) paths.push(`/posts/${id}`)
    window.earlyResponses = { token, byUrl: {} }
    for (const path of paths)
      window.earlyResponses.byUrl[`/api${path}`] = request(`/api${path}`, token)
    // A browser does not request a module again that it did not get.
    if (navigator.onLine) for (const file of filesByPage[page] ?? []) preload(file)
  }
}
