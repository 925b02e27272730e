import {
  type Violation,
  findViolations,
  type IntegrityCheck,
} from '#server/platform/database/admin.ts'

/**
 * Recomputes the sums of local billing from their parts. Each query returns the rows that violate a
 * rule.
 */
const integrityChecks: IntegrityCheck[] = [
  {
    violation: 'the lines do not sum to the subtotal',
    query: `select i.workspace_id, i.id from local_invoices i left join local_invoice_lines l
      on l.workspace_id = i.workspace_id and l.invoice_id = i.id
      group by i.workspace_id, i.id having coalesce(sum(l.amount_cents), 0) <> i.subtotal_cents`,
  },
  {
    violation: 'subtotal minus discounts differs from the total',
    query: `select workspace_id, id from local_invoices i
      where subtotal_cents - (select coalesce(sum((d ->> 'amount')::int), 0)
        from jsonb_array_elements(discounts) d) <> total_cents
        or exists (select 1 from jsonb_array_elements(discounts) d where (d ->> 'amount')::int < 0)`,
  },
  {
    violation: 'the applied balance has no entry, or another amount',
    query: `select i.workspace_id, i.id from local_invoices i
      left join local_balance_entries e on e.workspace_id = i.workspace_id and e.invoice_id = i.id
        and e.reason = 'invoice'
      where i.status <> 'draft' and coalesce(-e.amount_cents, 0) <> i.balance_cents
        or i.status = 'draft' and e.id is not null`,
  },
  {
    violation: 'the applied balance of a void invoice was not returned',
    query: `select i.workspace_id, i.id from local_invoices i
      left join local_balance_entries e on e.workspace_id = i.workspace_id and e.invoice_id = i.id
        and e.reason = 'void'
      where coalesce(e.amount_cents, 0) <> case when i.status = 'void' then i.balance_cents
        else 0 end`,
  },
  {
    violation: 'a paid invoice lacks its single charge, or a charge lacks its paid invoice',
    query: `select i.workspace_id, i.id from local_invoices i left join local_charges c
      on c.workspace_id = i.workspace_id and c.invoice_id = i.id
      group by i.workspace_id, i.id having coalesce(sum(c.amount_cents), 0) <> case
        when i.status = 'paid' then i.amount_due_cents else 0 end or count(c.id) > 1`,
  },
  {
    violation: 'the invoice numbers have a gap',
    query: `select workspace_id, min(id::text) as id from local_invoices where sequence is not null
      group by workspace_id having max(sequence) <> count(*)`,
  },
  {
    violation:
      'more than one unsettled invoice, or an ended subscription with unsettled invoices or pending lines',
    query: `select s.workspace_id, s.id from local_subscriptions s
      where (select count(*) from local_invoices i where i.workspace_id = s.workspace_id
        and i.subscription_id = s.id and i.status in ('draft', 'open')) > case
        when s.status = 'canceled' then 0 else 1 end
        or s.status = 'canceled' and exists (select 1 from local_invoice_lines l
          where l.workspace_id = s.workspace_id and l.subscription_id = s.id
          and l.invoice_id is null)`,
  },
  {
    violation: 'overdue without an open invoice, or vice versa',
    query: `select s.workspace_id, s.id from local_subscriptions s
      where (s.status = 'past_due') <> exists (select 1 from local_invoices i
        where i.workspace_id = s.workspace_id and i.subscription_id = s.id and i.status = 'open')`,
  },
  {
    violation: 'a period was invoiced twice without a credit',
    query: `select a.workspace_id, a.id from local_invoice_lines a
      join local_invoice_lines b on b.workspace_id = a.workspace_id
        and b.subscription_id = a.subscription_id and b.kind = 'base' and b.id > a.id
        and b.period_start = a.period_start
      where a.kind = 'base' and b.period_end = a.period_end and not exists (select 1
        from local_invoice_lines u where u.workspace_id = a.workspace_id
        and u.subscription_id = a.subscription_id and u.kind = 'unused'
          and u.period_start >= a.period_start and u.period_end = a.period_end
          and u.period_start < a.period_end)`,
  },
]

/** Returns all violations in local billing, at most 100 for each rule. */
export const checkLocalBilling = (ownerUrl: string): Promise<Violation[]> =>
  findViolations(ownerUrl, integrityChecks)
