/** Errors of worths, prices by country and plans, with HTTP status and English text. */
export const financeErrors = {
  line_country: { status: 422, text: 'Line {line}: there is no country “{name}”' },
  line_factor: { status: 422, text: 'Line {line}: the factor must be from {start} to {finish}' },
  line_repeated: { status: 422, text: 'Line {line}: {name} is listed twice' },
  payroll_changed: {
    status: 409,
    text: 'The lines have changed. Look at the draft again before you lock it',
  },
  payroll_empty: { status: 422, text: 'There is no line to lock' },
  payroll_not_over: { status: 422, text: 'A run can be locked after its last day' },
  payroll_too_large: {
    status: 422,
    text: 'A run can have at most {finish} lines. Choose fewer days or a country',
  },
  plans_full: { status: 422, text: 'A team can have at most {finish} plans' },
  point_worths_full: { status: 422, text: 'A team can have at most {finish} worths' },
  tax_rate_required: { status: 422, text: 'A tax that the company bears needs a rate' },
  tax_rule_days: { status: 422, text: 'A rule must end on its first day or later' },
  tax_rule_overlap: {
    status: 422,
    text: 'Another rule of this country covers one of these categories on the same days',
  },
  tax_rules_full: { status: 422, text: 'A team can have at most {finish} rules' },
  worth_notice: {
    status: 422,
    text: 'A lower worth can begin in {days} days at the earliest',
  },
  worth_past: { status: 422, text: 'A worth that has begun stays as it is' },
} as const satisfies Record<string, { status: number; text: string }>
