/**
 * Puts a text where it can be pasted from; answers whether it is there. Pages that are not served
 * safely have the old way alone.
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
    // The only way there is without a secure context.
    const copied = document.execCommand('copy')
    field.remove()
    return copied
  }
}
