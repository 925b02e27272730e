/** The time between two refreshes of a screen that nobody operates. */
export const refreshMs = 60_000
