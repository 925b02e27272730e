/**
 * Stores a choice or a draft in the browser. Without storage, or with a full storage, it lives as
 * long as the page.
 */
export function storeIfPossible(
  storage: 'localStorage' | 'sessionStorage',
  key: string,
  text: string,
): void {
  try {
    window[storage].setItem(key, text)
  } catch {
    // The page works without it.
  }
}
