/** Limits of worths, prices by country, liability, plans and the yearly budget. */
export const financeLimits = {
  /** In minor units, and the worths of a team. */
  hundred_points_minor_max: 1_000_000_000,
  point_worths_max: 500,
  /** Months after which points may expire. */
  point_expiry_months_min: 12,
  point_expiry_months_max: 60,
  /** Days between the announcement of a lower worth and its first day. */
  worth_notice_days: 30,
  /** Factors of prices by country, and the table of an import. */
  price_factor_min: 0.01,
  price_factor_max: 100,
  price_factors_max: 300,
  price_factors_bytes_max: 1_048_576,
  /** Days of the past that a night stores for a team, and the name of an account of the journal. */
  liability_days_per_night: 100,
  account_name_chars_max: 80,
  /** Plans of a team, and the bounds of a plan. */
  plans_max: 20,
  plan_name_chars_max: 60,
  plan_people_max: 1_000_000,
  plan_points_max: 1_000_000_000,
  /** Rules for the tax on rewards of a team, their limits, and the text before redeeming. */
  tax_rules_max: 100,
  tax_limit_minor_max: 1_000_000_000,
  tax_message_chars_max: 500,
  /** Lines of a payroll run, those that a draft shows, and own lines of a person. */
  payroll_lines_max: 50_000,
  payroll_first_lines_max: 100,
  payroll_own_lines_max: 200,
  /** Days for which people see their own lines that are in no run. */
  payroll_open_days: 366,
  /** Columns of the file of a run, and years for which lines of erased people are kept. */
  payroll_columns_max: 40,
  payroll_column_chars_max: 60,
  payroll_keep_years_default: 10,
  payroll_keep_years_max: 30,
  /** The yearly budget in minor units, and the people whose inbox has its warnings. */
  yearly_budget_minor_max: 100_000_000_000_000,
  yearly_budget_readers_max: 100,
} as const
