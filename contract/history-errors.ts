/** Errors of imports of another product's history, with HTTP status and English text. */
export const historyErrors = {
  history_date_required: { status: 422, text: 'Choose the column with the date' },
  history_giver_required: { status: 422, text: 'Choose the column with the giver' },
  history_merge_overlap: {
    status: 409,
    text: 'These two are together in a post, so they can’t be the same person',
  },
  history_receivers_required: { status: 422, text: 'Choose the column with the receivers' },
  history_undo_over: { status: 409, text: 'An import can be undone for {days} days' },
} as const satisfies Record<string, { status: number; text: string }>
