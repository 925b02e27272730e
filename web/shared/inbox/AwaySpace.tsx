/** The space of the card until its code and data are loaded, so that the feed does not jump. */
export const AwaySpace = () => <div style={{ height: 78 }} />
