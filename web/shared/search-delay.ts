/** A search starts after a pause of the typing. */
export const searchDelayMs = 250
