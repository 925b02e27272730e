import { storeIfPossible } from '#web/lib/browser-storage.ts'

/** Set once the device is known to have color emoji: it does not lose its font. */
const storageKey = 'laurel.color_emoji'
const size = 16

/** Returns whether the device draws an emoji in color, by drawing one in black. */
function drawsColorEmoji(): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d', { willReadFrequently: true })
  // Without a canvas nothing is known, and the system probably has a font.
  if (!context) return true
  context.font = `${size - 2}px sans-serif`
  context.textBaseline = 'top'
  context.fillText('🥳', 0, 0)
  const { data } = context.getImageData(0, 0, size, size)
  return data.some((value, index) => index % 4 !== 3 && value !== 0)
}

/**
 * Loads the style sheet of an emoji font on devices without one, such as Linux desktops and kiosks.
 * The browser then fetches the font for the first emoji of a page.
 */
export function loadEmojiFontIfMissing(): void {
  if (localStorage.getItem(storageKey)) return
  if (drawsColorEmoji()) storeIfPossible('localStorage', storageKey, 'system')
  else void import('./emoji-font.css')
}
