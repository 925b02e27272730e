/** A client that keeps cookies and returns redirects, for sign-in pages of other programs. */
export class CookieClient {
  private readonly cookies = new Map<string, string>()

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = ''] = pair.split('=')
      this.cookies.set(name, pair.slice(name.length + 1))
    }
    return response
  }
}

/** Returns the absolute address of a redirect. Throws when the response is none. */
export function redirectOf(response: Response, requested: string): string {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`no redirect: status ${response.status} of ${requested}`)
  return new URL(location, requested).href
}
