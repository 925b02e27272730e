/** The prefix of the storage keys of recently opened people. */
export const recentKeyPrefix = 'laurel.recent.'

/**
 * Deletes the people of all members who were recently opened from the search, when the session
 * ends. Each page loads this code, but that of the search only when it opens.
 */
export function clearRecentPeople(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(recentKeyPrefix)) localStorage.removeItem(key)
}
