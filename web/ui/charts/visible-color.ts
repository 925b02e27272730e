/** Returns a colour mixed with the text colour, so that any colour is visible in both schemes. */
export const visibleColor = (color: string) =>
  `color-mix(in srgb, ${color} 80%, var(--mantine-color-text))`
