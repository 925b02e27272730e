/**
 * Copies a text to the clipboard; returns whether it succeeded. Falls back to execCommand where the
 * Clipboard API is unavailable (pages without TLS).
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.style.cssText = 'position:fixed;opacity:0'
    document.body.append(field)
    field.select()
    // The only copy command outside a secure context.
    const copied = document.execCommand('copy')
    field.remove()
    return copied
  }
}
