/** The modules of the types that `columnTypes` uses. */
export const typeModules: Record<string, string> = {
  ApprovalStepInput: '#contract/schemas/awards.ts',
  AudienceInput: '#contract/schemas/audiences.ts',
  Category: '#contract/schemas/rewards.ts',
  Celebration: '#contract/schemas/celebrations.ts',
  CelebrationTexts: '#contract/schemas/celebrations.ts',
  DateOrders: '#contract/schemas/imports.ts',
  DirectMessageEvent: '#contract/webhook-events.ts',
  DirectMessageKind: '#contract/chat.ts',
  GroupRule: '#contract/schemas/groups.ts',
  ImportField: '#contract/schemas/imports.ts',
  Language: '#contract/schemas/common.ts',
  Money: '#contract/schemas/common.ts',
  Occasion: '#contract/schemas/occasions.ts',
  NominationQuestion: '#contract/schemas/nominations.ts',
  PayrollColumn: '#contract/schemas/payroll.ts',
  PayrollTotal: '#contract/schemas/payroll.ts',
  PurchaseStage: '#contract/schemas/rewards.ts',
  Reaction: '#contract/reactions.ts',
  RouteFilters: '#contract/schemas/chat.ts',
  WebhookDelivery: '#contract/schemas/webhooks.ts',
  TaxMessages: '#contract/schemas/tax-rules.ts',
  WebhookEvent: '#contract/webhook-events.ts',
  webhookPing: '#contract/webhook-events.ts',
}

/**
 * TypeScript types of columns that are narrower than their SQL type and check constraints, by table.
 * Nullability and defaults come from the schema.
 */
export const columnTypes: Record<string, Record<string, string>> = {
  accounts: { language: 'Language' },
  groups: { rule: 'GroupRule' },
  allowance_rules: { audience: 'AudienceInput' },
  awards: {
    givers: 'AudienceInput',
    receivers: 'AudienceInput',
    steps: 'ApprovalStepInput[]',
  },
  award_gifts: { steps: 'ApprovalStepInput[]' },
  bonuses: { audience: 'AudienceInput' },
  budgets: { givers: 'AudienceInput', recipients: 'AudienceInput' },
  hook_deliveries: {
    event: 'WebhookEvent | DirectMessageEvent | typeof webhookPing',
    reason: "WebhookDelivery['reason']",
  },
  hooks: { events: 'WebhookEvent[]', filters: 'RouteFilters' },
  celebration_rules: {
    audience: 'AudienceInput',
    points_by_year: "Celebration['points_by_year']",
    texts: 'CelebrationTexts',
  },
  chat_links: { muted: 'DirectMessageKind[]' },
  custom_days: { audience: 'AudienceInput' },
  imports: { date_orders: 'DateOrders', fields: 'ImportField[]' },
  nomination_rounds: {
    nominators: 'AudienceInput',
    nominees: 'AudienceInput',
    questions: 'NominationQuestion[]',
    criteria: 'string[]',
  },
  nominations: { answers: '(string | null)[]' },
  outbox: { language: 'Language' },
  payroll_lines: { category: 'Category', tax_rate: 'string' },
  payroll_runs: { totals: 'PayrollTotal[]' },
  payroll_settings: { columns: 'PayrollColumn[]' },
  // Read as text, because a number of the driver is binary.
  price_factors: { factor: 'string' },
  posts: { occasion: 'Occasion', reaction_counts: 'Partial<Record<Reaction, number>>' },
  purchases: {
    category: 'Category',
    reward_type: "'individual' | 'team'",
    stage: 'PurchaseStage',
    type: "'manual' | 'automatic'",
  },
  rewards: { audience: 'AudienceInput', category: 'Category' },
  settings: { language: 'Language' },
  tax_rules: { categories: 'Category[]', messages: 'TaxMessages', tax_rate: 'string' },
  users: { language: 'Language' },
  yearly_budgets: { other_sums: 'Money[]' },
}
