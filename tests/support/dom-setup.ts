import { configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { assertNoFaults } from './fake-api.ts'
import { unmountApp } from './render.tsx'

/** What the browser has and the DOM of the tests lacks. Animations are off. */
configure({ asyncUtilTimeout: 5_000 })
const reduced = /prefers-reduced-motion: reduce/
window.matchMedia = (media: string) =>
  ({
    matches: reduced.test(media),
    media,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
Object.assign(globalThis, { ResizeObserver: NoObserver })
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
// The tests load no style sheets, so inline styles are all there is, and reading them is fast.
window.getComputedStyle = (element) => (element as HTMLElement).style
Object.assign(document, { fonts: new EventTarget() })
// Leaving the page ends the DOM of the file, and so does a download, which is a click on a link. Both
// may come with a late answer, in the file after that of their test.
HTMLAnchorElement.prototype.click = () => {}
for (const leave of ['assign', 'replace', 'reload'] as const)
  Object.defineProperty(window.location, leave, {
    value: () => {},
    writable: true,
    configurable: true,
  })
// Every element has a size: Mantine hides a menu whose button has none.
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
Object.defineProperties(document.documentElement, {
  clientWidth: { value: 1_280 },
  clientHeight: { value: 800 },
})

// A menu whose items take no focus by Tab makes the focus trap warn, also in a browser.
const { warn } = globalThis.console
vi.spyOn(globalThis.console, 'warn').mockImplementation((...args: unknown[]) => {
  if (!String(args[0]).includes('use-focus-trap')) warn(...args)
})

afterEach(async () => {
  await unmountApp()
  assertNoFaults()
})
