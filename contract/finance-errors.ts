/** Errors of worths, prices by country and plans, with HTTP status and English text. */
export const financeErrors = {
  line_country: { status: 422, text: 'Line {line}: there is no country “{name}”' },
  line_factor: { status: 422, text: 'Line {line}: the factor must be from {start} to {finish}' },
  line_repeated: { status: 422, text: 'Line {line}: {name} is listed twice' },
  plans_full: { status: 422, text: 'A team can have at most {finish} plans' },
  point_worths_full: { status: 422, text: 'A team can have at most {finish} worths' },
  worth_notice: {
    status: 422,
    text: 'A lower worth can begin in {days} days at the earliest',
  },
  worth_past: { status: 422, text: 'A worth that has begun stays as it is' },
} as const satisfies Record<string, { status: number; text: string }>
