/** The areas of the audit log, each with the first parts of its actions. */
export const auditAreas = {
  people: ['user', 'import', 'address', 'join_link', 'join_domain', 'group', 'attribute'],
  recognition: ['value', 'post', 'comment', 'allowance_rule', 'budget'],
  rewards: ['reward', 'purchase', 'balance', 'giftcards'],
  billing: ['billing', 'subscription', 'card'],
  workspace: ['settings', 'workspace', 'hook', 'chat'],
  security: ['token', 'second_factor', 'impersonation', 'sso', 'sign_in'],
  exports: ['export'],
} as const satisfies Record<string, readonly string[]>
export type AuditArea = keyof typeof auditAreas
export const auditAreaNames = Object.keys(auditAreas) as AuditArea[]
