/**
 * Reserves space for the card until its code and data are loaded, so that the layout does not
 * shift.
 */
export const AwaySpace = () => <div style={{ height: 78 }} />
