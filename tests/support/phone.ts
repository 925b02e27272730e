import { onTestFinished, vi } from 'vitest'

/** Makes the window of the test as narrow as a phone for media queries. */
export function showAsPhone(): void {
  const matchMedia = window.matchMedia.bind(window)
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const list = matchMedia(media)
    return Object.assign(list, { matches: list.matches || media === '(max-width: 47.9375em)' })
  })
  onTestFinished(() => {
    spy.mockRestore()
  })
}
