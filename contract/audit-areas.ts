/**
 * The areas of the audit log, each with the first parts of its actions. Sign-ins are listed only when
 * they are asked for: by their area, or with `all`.
 */
export const auditAreas = {
  people: [
    'user',
    'import',
    'address',
    'join_link',
    'join_domain',
    'group',
    'attribute',
    'leaver',
    'people_sync',
    'history_import',
  ],
  recognition: [
    'value',
    'post',
    'comment',
    'allowance_rule',
    'budget',
    'award',
    'bonus',
    'custom_day',
    'signature',
    'nomination_round',
  ],
  rewards: ['reward', 'purchase', 'balance', 'giftcards'],
  billing: [
    'billing',
    'subscription',
    'card',
    'liability_account',
    'payroll_run',
    'plan',
    'point_expiry',
    'point_worth',
    'price_factors',
    'tax_rule',
    'yearly_budget',
  ],
  workspace: ['settings', 'workspace', 'hook', 'chat', 'office_screen'],
  security: ['token', 'oauth', 'second_factor', 'impersonation', 'sso', 'scim', 'audit_stream'],
  exports: ['export', 'workspace_export'],
  sign_ins: ['sign_in'],
} as const satisfies Record<string, readonly string[]>
export type AuditArea = keyof typeof auditAreas
export const auditAreaNames = Object.keys(auditAreas) as AuditArea[]
