// Printed by `npm run generate` from the schema; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ApprovalStepInput } from '#contract/schemas/awards.ts'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { Category, PurchaseStage } from '#contract/schemas/rewards.ts'
import type { Celebration, CelebrationTexts } from '#contract/schemas/celebrations.ts'
import type { DateOrders, DateOrder, ImportField } from '#contract/schemas/imports.ts'
import type { DirectMessageEvent, WebhookEvent, webhookPing } from '#contract/webhook-events.ts'
import type { DirectMessageKind } from '#contract/chat.ts'
import type { GroupRule } from '#contract/schemas/groups.ts'
import type { HistoryField, HistoryProduct, HistoryState } from '#contract/history-imports.ts'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import type { MappedColumn } from '#contract/schemas/people-sync.ts'
import type { SyncedField } from '#contract/people-sync.ts'
import type { Language, Money } from '#contract/schemas/common.ts'
import type { Occasion } from '#contract/schemas/occasions.ts'
import type { NominationQuestion } from '#contract/schemas/nominations.ts'
import type { PayrollColumn, PayrollTotal } from '#contract/schemas/payroll.ts'
import type { Reaction } from '#contract/reactions.ts'
import type { RouteFilters } from '#contract/schemas/chat.ts'
import type {
  WorkspaceExportCode,
  WorkspaceExportState,
} from '#contract/schemas/workspace-exports.ts'
import type { WebhookDelivery } from '#contract/schemas/webhooks.ts'
import type { TaxMessages } from '#contract/schemas/tax-rules.ts'

/** A JSON column: read as parsed, written as a string. */
type Json<T> = ColumnType<T, string, string>
/** A JSON column with a default. */
type DefaultJson<T> = ColumnType<T, string | undefined, string>

/** The tables and views of server/db. bigint columns arrive as numbers, dates as 'YYYY-MM-DD'. */
export type Tables = {
  accounts: {
    id: string
    email: string
    google_sub: string | null
    language: Language | null
    created_at: Date
  }
  address_changes: {
    id: string
    account_id: string
    old_email: string
    new_email: string
    undo_hash: Buffer
    changed_at: Date
    undone_at: Date | null
  }
  allowance_rules: {
    workspace_id: string
    id: string
    position: number
    name: string
    audience: Json<AudienceInput>
    points_limit: number | null
    points_limit_per_post: number | null
    extra_per_report: Generated<number>
    created_at: Date
  }
  allowances: {
    workspace_id: string
    user_id: string
    period_start: Date
    spent: number
  }
  approval_delegates: {
    workspace_id: string
    user_id: string
    delegate_id: string
    starts_at: Date
    ends_at: Date
  }
  attribute_values: {
    workspace_id: string
    user_id: string
    attribute_id: string
    value: string
  }
  attributes: {
    workspace_id: string
    id: string
    name: string
    kind: 'text' | 'list'
    options: Generated<string[]>
    visibility: 'everyone' | 'managers' | 'administrators'
    created_at: Date
  }
  audit_log: {
    workspace_id: string
    id: string
    actor_id: string | null
    impersonated: Generated<boolean>
    action: string
    details: DefaultJson<unknown>
    created_at: Date
    token_id: string | null
    token_name: string | null
  }
  audit_stream_entries: {
    workspace_id: string
    entry_id: string
  }
  audit_streams: {
    workspace_id: string
    kind: 'https' | 'syslog'
    target: string
    header_name: Generated<string>
    secret: Buffer | null
    authority: Generated<string>
    state: 'active' | 'paused'
    failures: Generated<number>
    last_error: Generated<string>
    next_at: Date
    leased_until: Date | null
    delivered_at: Date | null
    created_at: Date
  }
  award_approvers: {
    workspace_id: string
    user_id: string
    gift_id: string
    step: number
  }
  award_decisions: {
    workspace_id: string
    gift_id: string
    step: number
    user_id: string
    delegate_of: string | null
    approved: boolean
    created_at: Date
  }
  award_gifts: {
    workspace_id: string
    id: string
    award_id: string
    giver_id: string
    points: number
    text: string
    private: boolean
    status: 'pending' | 'approved' | 'declined' | 'withdrawn'
    steps: Json<ApprovalStepInput[]>
    step: Generated<number>
    step_at: Date
    reminded_at: Date | null
    escalated_at: Date | null
    asked_at: Date | null
    next_at: Date | null
    budget_id: string | null
    post_id: string | null
    decline_reason: Generated<string>
    receiver_left: Generated<boolean>
    created_at: Date
    ended_at: Date | null
  }
  award_receivers: {
    workspace_id: string
    gift_id: string
    user_id: string
  }
  awards: {
    workspace_id: string
    id: string
    name: string
    text: string
    emoji: string
    criteria: string
    points_min: number
    points_max: number
    budget_id: string | null
    givers: Json<AudienceInput>
    receivers: Json<AudienceInput>
    yearly_max: number | null
    value_id: string
    private: boolean
    steps: Json<ApprovalStepInput[]>
    created_at: Date
    archived_at: Date | null
    picture_file_id: string | null
  }
  badge_keys: {
    workspace_id: string
    private_key: Buffer
    public_key: string
    created_at: Date
  }
  billing_customers: {
    workspace_id: string
    provider: 'local' | 'stripe'
    ref: string | null
    name: string
    email: string
    address: Generated<string>
    country: Generated<string>
    tax_id: Generated<string>
    balance_cents: Generated<number>
    busy_until: Date | null
    created_at: Date
    updated_at: Date
  }
  bonus_payments: {
    workspace_id: string
    bonus_id: string
    user_id: string
    received: number
    points: number
  }
  bonuses: {
    workspace_id: string
    id: string
    name: string
    text: string
    audience: Json<AudienceInput>
    starts_on: string
    ends_on: string
    method: 'share' | 'even' | 'fixed'
    points: number
    person_max: number | null
    budget_id: string | null
    status: Generated<'draft' | 'paid'>
    people: number | null
    points_paid: number | null
    created_at: Date
    paid_at: Date | null
    paid_by: string | null
  }
  budget_owners: {
    workspace_id: string
    budget_id: string
    user_id: string
  }
  budgets: {
    workspace_id: string
    id: string
    name: string
    period: 'once' | 'month' | 'quarter' | 'year'
    points: number
    carry_over_max: Generated<number>
    givers: Json<AudienceInput> | null
    recipients: Json<AudienceInput>
    balance: Generated<number>
    funded: Generated<number>
    period_start: Date
    period_end: Date | null
    created_at: Date
    closed_at: Date | null
  }
  card_setups: {
    workspace_id: string
    id: string
    purpose: 'subscription' | 'rewards'
    callback: string
    token_hash: Buffer
    created_by: string | null
    created_at: Date
    expires_at: Date
    done_at: Date | null
    plan: 'month' | 'year' | null
    promo: string | null
    provider_ref: string | null
  }
  cards: {
    workspace_id: string
    id: string
    purpose: 'subscription' | 'rewards'
    provider: 'local' | 'stripe'
    provider_ref: string
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    created_by: string | null
    created_at: Date
    removed_at: Date | null
  }
  celebration_rules: {
    workspace_id: string
    kind: 'birthday' | 'anniversary' | 'welcome'
    enabled: boolean
    audience: Json<AudienceInput>
    budget_id: string | null
    value_id: string | null
    points: number
    points_by_year: Json<Celebration['points_by_year']>
    visibility: 'everyone' | 'team' | 'private'
    hour: number
    weekends: 'on_day' | 'before' | 'after'
    texts: Json<CelebrationTexts>
    planned_until: Date | null
    card: Generated<boolean>
  }
  celebrations: {
    workspace_id: string
    kind: 'birthday' | 'anniversary' | 'welcome'
    user_id: string
    year: number
    day: string
    due_at: Date
    state: Generated<'planned' | 'posted' | 'skipped'>
    post_id: string | null
  }
  chat_authorizations: {
    workspace_id: string
    state_hash: Buffer
    session_id: string
    expires_at: Date
  }
  chat_connections: {
    workspace_id: string
    provider: 'slack' | 'teams'
    hook_id: string
    external_id: Generated<string>
    external_name: Generated<string>
    app_id: Generated<string>
    client_id: Generated<string>
    bot_id: Generated<string>
    credentials: Buffer | null
    token_expires_at: Date | null
    refresh_leased_until: Date | null
    operator_app: Generated<boolean>
    socket_mode: Generated<boolean>
    socket_holder: string | null
    socket_leased_until: Date | null
    state: 'setup' | 'connected' | 'disconnected'
    state_reason: 'revoked' | 'uninstalled' | 'credentials' | null
    allow_guests: Generated<boolean>
    invite_strangers: Generated<boolean>
    direct_messages: Generated<boolean>
    created_at: Date
    connected_at: Date | null
    seen_at: Date | null
  }
  chat_conversations: {
    workspace_id: string
    provider: 'slack' | 'teams'
    external_id: string
    kind: 'personal' | 'channel'
    team_id: Generated<string>
    name: Generated<string>
    external_user_id: Generated<string>
    reference: Buffer
    created_at: Date
  }
  chat_drafts: {
    workspace_id: string
    id: string
    provider: 'slack' | 'teams'
    source_key: string
    user_id: string
    content: Json<unknown>
    created_at: Date
  }
  chat_link_requests: {
    workspace_id: string
    token_hash: Buffer
    provider: 'slack' | 'teams'
    external_user_id: string
    external_name: string
    timezone: Generated<string>
    is_guest: Generated<boolean>
    expires_at: Date
  }
  chat_links: {
    workspace_id: string
    provider: 'slack' | 'teams'
    external_user_id: string
    user_id: string
    linked_by: 'email' | 'person'
    muted: Generated<DirectMessageKind[]>
    quiet_from: Generated<number>
    quiet_until: Generated<number>
    timezone: Generated<string>
    is_guest: Generated<boolean>
    send_at_once: Generated<boolean>
    reminded_week: string | null
    created_at: Date
  }
  chat_messages: {
    workspace_id: string
    hook_id: string
    post_id: string
    channel_id: string
    message_id: string
    created_at: Date
  }
  comments: {
    workspace_id: string
    id: string
    post_id: string
    user_id: string
    text: string
    created_at: Date
    edited_at: Date | null
    mention_ids: Generated<string[]>
    mention_names: Generated<string[]>
  }
  computed_group_people: {
    workspace_id: string
    range: string
    position: number
    people: string[]
    edges: Json<unknown>
  }
  computed_groups: {
    workspace_id: string
    range: '7d' | '30d' | '90d' | 'month' | 'quarter' | 'year'
    from_day: string
    to_day: string
    computed_at: Date
    summary: Json<unknown>
  }
  contributions: {
    workspace_id: string
    id: string
    purchase_id: string
    reward_id: string
    user_id: string
    amount: number
    status: 'pending' | 'declined' | 'fulfilled' | 'purchased'
    comment: Generated<string>
    created_at: Date
    day: string
    in_payroll_run: Generated<boolean>
    fulfilled_at: Date | null
  }
  custom_day_posts: {
    workspace_id: string
    day_id: string
    year: number
    state: 'posted' | 'skipped'
    reason: 'no_people' | 'too_many_people' | 'no_value' | 'too_late' | null
    people: number
    points: number
    posted_at: Date
  }
  custom_days: {
    workspace_id: string
    id: string
    name: string
    date: string
    yearly: boolean
    hour: number
    audience: Json<AudienceInput>
    text: string
    points: number
    budget_id: string | null
    value_id: string | null
    enabled: boolean
    next_on: string | null
    next_at: Date | null
    awaits_budget: Generated<boolean>
    created_at: Date
  }
  daily_recognition: {
    workspace_id: string
    day: string
    user_id: string
    value_id: string
    given_points: Generated<number>
    given_posts: Generated<number>
    received_points: Generated<number>
    received_posts: Generated<number>
    private: boolean
  }
  daily_redemptions: {
    workspace_id: string
    day: string
    user_id: string
    points: Generated<number>
    purchases: Generated<number>
  }
  daily_rewards: {
    workspace_id: string
    day: string
    reward_id: string
    purchases: number
    points: number
  }
  daily_totals: {
    workspace_id: string
    day: string
    granted: number
    spent: number
    active: number
  }
  daily_values: {
    workspace_id: string
    day: string
    value_id: string
    private: boolean
    points: number
    posts: number
  }
  entries: {
    workspace_id: string
    movement_id: string
    position: number
    account: 'wallet' | 'issued' | 'held' | 'redeemed' | 'budget'
    user_id: string | null
    sequence: number | null
    amount: number
    balance_after: number | null
    budget_id: string | null
  }
  files: {
    workspace_id: string
    id: string
    kind: 'avatar' | 'logo' | 'reward' | 'post' | 'award' | 'signature'
    storage_key: string
    mime: string
    bytes: number
    width: number
    height: number
    created_by: string | null
    created_at: Date
  }
  gift_card_days: {
    workspace_id: string
    day: string
    spent_cents: Generated<number>
    reported_at: Date | null
  }
  gift_orders: {
    workspace_id: string
    purchase_id: string
    step: 'held' | 'charged' | 'ordered' | 'settled' | 'releasing' | 'released'
    product_id: string
    country: string
    currency: string
    value_cents: number
    charge_cents: number
    card_id: string | null
    charge_ref: string | null
    order_ref: string | null
    reward_ref: string | null
    delivery: Generated<'none' | 'delivered' | 'failed'>
    recipient_email: string
    recipient_name: string
    reason: Generated<string>
    attempts: Generated<number>
    last_error: Generated<string>
    next_at: Date
    created_at: Date
    updated_at: Date
    claimed_cents: Generated<number>
  }
  group_card_signatures: {
    workspace_id: string
    card_id: string
    user_id: string
    text: string
    created_at: Date
    hidden_at: Date | null
    reported_at: Date | null
    picture_file_id: string | null
  }
  group_card_signers: {
    workspace_id: string
    user_id: string
    card_id: string
  }
  group_cards: {
    workspace_id: string
    id: string
    kind: string
    user_id: string
    year: number
    created_at: Date
    delivered_at: Date | null
  }
  group_members: {
    workspace_id: string
    group_id: string
    user_id: string
    kind: string
    joined_at: Date
    left_at: Date | null
  }
  group_owners: {
    workspace_id: string
    group_id: string
    user_id: string
  }
  groups: {
    workspace_id: string
    id: string
    kind: 'department' | 'location' | 'team' | 'custom'
    name: string
    parent_id: string | null
    managed_by: Generated<'manual' | 'rule' | 'scim' | 'sync'>
    created_at: Date
    deleted_at: Date | null
    rule: Json<GroupRule> | null
  }
  held_invites: {
    workspace_id: string
    import_id: string
    user_id: string
  }
  history_balances: {
    workspace_id: string
    import_id: string
    user_id: string
    points: number
    paid_at: Date | null
    returned: number | null
  }
  history_days: {
    workspace_id: string
    import_id: string
    day: string
    given_points: number
  }
  history_imports: {
    workspace_id: string
    id: string
    product: HistoryProduct
    state: HistoryState
    file_name: string
    header: string[]
    fields: HistoryField[]
    date_order: DateOrder | null
    rows_count: number
    done_count: Generated<number>
    created_count: Generated<number>
    known_count: Generated<number>
    refused_count: Generated<number>
    totals: Json<HistoryTotals> | null
    creates_values: Generated<boolean>
    opens_balances: Generated<boolean>
    counted_before: string | null
    prepared_at: Date | null
    balances_at: Date | null
    created_by: string
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    last_error: Generated<string>
  }
  history_people: {
    workspace_id: string
    import_id: string
    key: string
    name: string
    email: string
    user_id: string | null
    former: Generated<boolean>
    given_posts: Generated<number>
    given_points: Generated<number>
    received_posts: Generated<number>
    received_points: Generated<number>
  }
  history_rows: {
    workspace_id: string
    import_id: string
    line: number
    cells: string[]
    post_id: string | null
    posted_at: Date | null
    day: string | null
    giver: string | null
    receivers: string[] | null
    points: number | null
    body: string | null
    tag: string | null
    private: boolean | null
    code: string | null
  }
  history_tags: {
    workspace_id: string
    import_id: string
    tag: string
    posts: number
    value_id: string | null
    created: Generated<boolean>
  }
  hook_deliveries: {
    workspace_id: string
    id: string
    hook_id: string
    event: WebhookEvent | DirectMessageEvent | typeof webhookPing
    subject_id: string
    state: Generated<'waiting' | 'delivered' | 'failed' | 'skipped'>
    attempts: Generated<number>
    status: number | null
    answer: Generated<string>
    reason: Generated<WebhookDelivery['reason']>
    next_at: Date
    sent_at: Date | null
    created_at: Date
    user_id: string | null
  }
  hooks: {
    workspace_id: string
    id: string
    kind: 'webhook' | 'slack' | 'teams' | 'slack_app' | 'teams_app'
    url: string
    description: Generated<string>
    events: WebhookEvent[]
    secret: Buffer | null
    old_secret: Buffer | null
    old_until: Date | null
    state: Generated<'active' | 'paused' | 'off'>
    off_reason: 'failing' | 'gone' | 'channel' | 'disconnected' | null
    failures: Generated<number>
    failing_since: Date | null
    wait_until: Date | null
    delivered_at: Date | null
    created_at: Date
    channel_id: string | null
    channel_name: Generated<string>
    filters: Json<RouteFilters> | null
  }
  idempotency_keys: {
    workspace_id: string
    user_id: string
    key: string
    request_hash: Buffer
    response: Json<unknown> | null
    created_at: Date
  }
  impersonation_links: {
    workspace_id: string
    id: string
    user_id: string
    token_hash: Buffer
    operator: Generated<string>
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  import_rows: {
    workspace_id: string
    import_id: string
    line: number
    cells: string[]
    outcome: 'invited' | 'updated' | 'refused' | 'deactivated' | 'ignored' | null
    code: string | null
    user_id: string | null
    review: 'update' | 'refused' | 'deactivate' | 'ignore' | null
  }
  imports: {
    workspace_id: string
    id: string
    state: 'uploaded' | 'in_progress' | 'canceled' | 'failed' | 'finished'
    file_name: string
    header: string[]
    fields: ImportField[]
    rows_count: Generated<number>
    done_count: Generated<number>
    invited_count: Generated<number>
    updated_count: Generated<number>
    refused_count: Generated<number>
    last_error: Generated<string>
    created_by: string
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    date_orders: DefaultJson<DateOrders>
    warned_count: Generated<number>
    holds_invites: Generated<boolean>
    invites_at: Date | null
    message: Generated<string>
    creates_groups: Generated<boolean>
    deactivates: Generated<boolean>
    deactivated_count: Generated<number>
  }
  inbox_items: {
    workspace_id: string
    user_id: string
    id: string
    kind:
      | 'thanks'
      | 'points_added'
      | 'company_post'
      | 'comment'
      | 'mention'
      | 'reaction'
      | 'purchase_decided'
      | 'purchase_ordered'
      | 'purchase_requested'
      | 'import_finished'
      | 'allowance_ending'
      | 'budget_ending'
      | 'budget_ended'
      | 'budget_adopted'
      | 'approval_requested'
      | 'approval_reminder'
      | 'award_decided'
      | 'award_waiting'
      | 'card_to_sign'
      | 'card_delivered'
      | 'jury_asked'
      | 'kind_words'
      | 'bonus_received'
      | 'signature_reported'
      | 'yearly_budget'
      | 'points_expiring'
      | 'people_sync_stopped'
    post_id: string | null
    comment_id: string | null
    purchase_id: string | null
    import_id: string | null
    points: number | null
    actor_ids: Generated<string[]>
    actor_count: Generated<number>
    period_start: Date | null
    period_end: Date | null
    created_at: Date
    updated_at: Date
    read_at: Date | null
    budget_id: string | null
    gift_id: string | null
    card_id: string | null
    round_id: string | null
    bonus_id: string | null
    percent: number | null
  }
  introductions: {
    workspace_id: string
    user_id: string
    person_id: string
    place: number
    introduced_by: string
  }
  invites: {
    workspace_id: string
    id: string
    user_id: string
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    used_at: Date | null
    revoked_at: Date | null
  }
  join_domains: {
    workspace_id: string
    domain: string
    added_by: string
    added_at: Date
  }
  join_links: {
    workspace_id: string
    token_hash: Buffer
    token: Buffer
    created_by: string
    created_at: Date
    expires_at: Date
    uses: Generated<number>
    uses_max: number | null
    own_domains_only: boolean
  }
  leaver_graces: {
    workspace_id: string
    id: string
    user_id: string
    started_at: Date
    ends_at: Date
    outcome: 'gift_card' | 'payroll' | 'return'
    token_hash: Buffer | null
    held_at: Date | null
    ended_at: Date | null
    result: 'lapsed' | 'paid_out' | 'gift_card' | null
    points: number | null
    money_minor: number | null
    purchase_id: string | null
    currency: string | null
  }
  liability_accounts: {
    workspace_id: string
    expense: string
    liability: string
    redemptions: string
    corrections: string
    change_of_worth: string
    cost_center: string
  }
  liability_days: {
    workspace_id: string
    day: string
    country: string | null
    overdrawn: number
    wallet_30: number
    wallet_90: number
    wallet_365: number
    wallet_older: number
    held_30: number
    held_90: number
    held_365: number
    held_older: number
    received_30: number
    received_90: number
    received_365: number
    received_older: number
  }
  liability_groups: {
    workspace_id: string
    day: string
    group_id: string
    country: string | null
    people: number
    wallet: number
    held: number
  }
  liability_movements: {
    workspace_id: string
    day: string
    kind:
      | 'posts'
      | 'celebrations'
      | 'awards'
      | 'bonuses'
      | 'adjustments'
      | 'redemptions'
      | 'returns'
      | 'lapsed'
      | 'expired'
      | 'paid_out'
      | 'corrections'
    country: string | null
    points: number
  }
  liability_snapshots: {
    workspace_id: string
    day: string
    starts_at: Date
    ends_at: Date
    timezone: string
    people: number
    awards_held: number
  }
  likes: {
    workspace_id: string
    post_id: string
    user_id: string
    created_at: Date
  }
  local_balance_entries: {
    workspace_id: string
    id: string
    amount_cents: number
    reason: 'invoice' | 'void'
    invoice_id: string
    created_at: Date
  }
  local_charges: {
    workspace_id: string
    id: string
    key: string
    card_id: string
    amount_cents: number
    refunded_cents: Generated<number>
    created_at: Date
    invoice_id: string | null
  }
  local_invoice_lines: {
    workspace_id: string
    id: string
    subscription_id: string
    invoice_id: string | null
    kind: 'base' | 'seats' | 'unused' | 'remaining'
    plan: 'month' | 'year'
    quantity: number
    amount_cents: number
    period_start: Date
    period_end: Date
  }
  local_invoices: {
    workspace_id: string
    id: string
    subscription_id: string
    status: 'draft' | 'open' | 'paid' | 'void'
    sequence: number | null
    period_start: Date
    period_end: Date
    subtotal_cents: number
    discounts: Json<unknown>
    total_cents: number
    balance_cents: number
    amount_due_cents: number
    attempts: Generated<number>
    retries: Generated<number>
    next_attempt_at: Date | null
    payer: Json<unknown> | null
    created_at: Date
    finalized_at: Date | null
    paid_at: Date | null
    voided_at: Date | null
  }
  local_subscriptions: {
    workspace_id: string
    id: string
    status: 'trialing' | 'active' | 'past_due' | 'canceled'
    plan: 'month' | 'year'
    quantity: number
    anchor: Date
    period: number
    period_start: Date
    period_end: Date
    discounts: Json<unknown>
    cancel_at_period_end: Generated<boolean>
    cancel_reason: string | null
    cancel_comment: Generated<string>
    ended_at: Date | null
    unpaid: Generated<boolean>
    due_at: Date
    created_at: Date
  }
  mail_budgets: {
    workspace_id: string
    day: string
    own_invites: Generated<number>
    other_invites: Generated<number>
    notices: Generated<number>
  }
  mailbox: {
    id: string
    to_address: string
    subject: string
    text: string
    html: string
    sent_at: Date
  }
  monthly_values: {
    workspace_id: string
    month: string
    value_id: string
    private: boolean
    points: number
    posts: number
  }
  movements: {
    workspace_id: string
    id: string
    type:
      | 'adjust'
      | 'post'
      | 'post_deleted'
      | 'celebration'
      | 'award'
      | 'award_held'
      | 'award_released'
      | 'bonus'
      | 'purchase'
      | 'purchase_declined'
      | 'purchase_canceled'
      | 'purchase_fulfilled'
      | 'purchase_returned'
      | 'budget_funded'
      | 'budget_returned'
      | 'budget_moved'
      | 'budget_expired'
      | 'budget_recovered'
      | 'lapsed'
      | 'paid_out'
      | 'expired'
    source_id: string
    actor_id: string | null
    comment: Generated<string>
    demo: Generated<boolean>
    created_at: Date
  }
  nightly_runs: {
    name: string
    next_at: Date
  }
  nomination_jurors: {
    workspace_id: string
    round_id: string
    user_id: string
  }
  nomination_rounds: {
    workspace_id: string
    id: string
    name: string
    text: string
    emoji: string
    nominee_kind: 'person' | 'group'
    nominators: Json<AudienceInput>
    nominees: Json<AudienceInput>
    questions: Json<NominationQuestion[]>
    nominations_max: number
    starts_on: string
    ends_on: string
    decides_on: string
    opens_at: Date
    closes_at: Date
    decides_at: Date
    decision: 'jury' | 'vote'
    criteria: Json<string[]>
    hide_departments: boolean
    tie_rule: 'share' | 'most_nominated' | 'administrator'
    winners_max: number
    points: number
    budget_id: string | null
    value_id: string
    created_at: Date
    next_at: Date | null
    asked_at: Date | null
    decided_at: Date | null
    announced_at: Date | null
    canceled_at: Date | null
  }
  nomination_scores: {
    workspace_id: string
    nominee_id: string
    juror_id: string
    scores: number[]
    scored_at: Date
  }
  nomination_votes: {
    workspace_id: string
    round_id: string
    voter_id: string
    nominee_id: string
    voted_at: Date
  }
  nominations: {
    workspace_id: string
    id: string
    round_id: string
    nominee_id: string
    nominator_id: string
    text: string
    answers: Json<(string | null)[]>
    sharing: 'named' | 'anonymous' | 'nothing'
    may_quote: boolean
    created_at: Date
    updated_at: Date
  }
  nominees: {
    workspace_id: string
    id: string
    round_id: string
    user_id: string | null
    group_id: string | null
    excluded_at: Date | null
    nominations: number | null
    score: number | null
    spread: number | null
    votes: number | null
    place: number | null
    won: Generated<boolean>
    post_id: string | null
  }
  oauth_grants: {
    id: string
    account_id: string
    workspace_id: string
    user_id: string
    client_id: string
    client_name: string
    audience: 'api' | 'mcp'
    scopes: string[]
    reads_private: boolean
    payload: Json<unknown>
    created_at: Date
    seen_at: Date
    expires_at: Date
  }
  oauth_policies: {
    workspace_id: string
    access: 'all' | 'listed' | 'off'
    client_ids: string[]
  }
  oauth_states: {
    model: string
    id_hash: Buffer
    uid_hash: Buffer | null
    grant_id: string | null
    payload: Json<unknown>
    consumed_at: Date | null
    expires_at: Date
  }
  office_screens: {
    workspace_id: string
    id: string
    name: string
    token_hash: Buffer
    created_by: string
    created_at: Date
    used_on: string | null
  }
  outbox: {
    workspace_id: string
    id: string
    kind: string
    to_address: string
    language: Language
    params: Json<unknown>
    state: Generated<'waiting' | 'sent' | 'failed'>
    attempts: Generated<number>
    last_error: Generated<string>
    created_at: Date
    sent_at: Date | null
    user_id: string | null
    import_id: string | null
    next_at: Generated<Date>
    leased_until: Date | null
  }
  pair_sum_teams: {
    workspace_id: string
    summed_until: string
    groups_claimed_at: Date | null
  }
  pair_sums: {
    workspace_id: string
    from_id: string
    to_id: string
    month: string
    score: number
    posts: number
    rank_score: number
    rank_posts: number
  }
  payroll_leavers: {
    workspace_id: string
    user_id: string
    employee_number: string
    country: string | null
    cost_center: string
    erased_at: Date
  }
  payroll_lines: {
    workspace_id: string
    id: string
    run_id: string
    position: number
    user_id: string
    purchase_id: string
    corrects: string | null
    employee_number: string
    name: string
    country: string | null
    cost_center: string
    day: string
    category: Category
    points: number
    currency: string | null
    value_minor: number
    limited_minor: number
    taxable_minor: number
    gross_up_minor: number
    borne_by: 'employee' | 'company' | null
    tax_rate: string | null
    rule_id: string | null
    period_start: string | null
  }
  payroll_runs: {
    workspace_id: string
    id: string
    number: number
    country: string | null
    from_day: string
    to_day: string
    timezone: string
    lines: number
    people: number
    totals: Json<PayrollTotal[]>
    hash: string
    locked_at: Date
    locked_by: string
  }
  payroll_settings: {
    workspace_id: string
    template: 'generic' | 'adp' | 'gusto' | 'datev' | 'custom'
    columns: Json<PayrollColumn[]>
    separator: ',' | ';'
    decimal_mark: '.' | ','
    day_format: 'iso' | 'dmy' | 'mdy'
    keep_years: number
  }
  people_sync_changes: {
    workspace_id: string
    run_id: string
    position: number
    line: number | null
    user_id: string | null
    email: Generated<string>
    name: Generated<string>
    outcome: 'new' | 'changed' | 'conflict' | 'missing' | 'deactivated' | 'refused' | 'unchanged'
    fields: DefaultJson<SyncedField[]>
    file_values: DefaultJson<Record<string, string>>
    cells: string[] | null
    code: string | null
    is_done: Generated<boolean>
  }
  people_sync_fields: {
    workspace_id: string
    user_id: string
    file_values: Json<Record<string, string>>
  }
  people_sync_missing: {
    workspace_id: string
    user_id: string
    run_id: string
    runs: number
  }
  people_sync_rows: {
    workspace_id: string
    run_id: string
    line: number
    cells: string[]
    user_id: string | null
  }
  people_sync_runs: {
    workspace_id: string
    id: string
    source: 'api' | 'https' | 'folder'
    coverage: 'full' | 'partial'
    state: 'checking' | 'waiting' | 'applying' | 'finished' | 'stopped' | 'failed' | 'discarded'
    dry_run: boolean
    file_name: Generated<string>
    file_hash: Generated<string>
    header: Generated<string[]>
    fields: Generated<ImportField[]>
    date_orders: DefaultJson<DateOrders>
    rows_count: Generated<number>
    checked_count: Generated<number>
    applied_count: Generated<number>
    synced_count: Generated<number>
    new_count: Generated<number>
    changed_count: Generated<number>
    conflict_count: Generated<number>
    missing_count: Generated<number>
    deactivated_count: Generated<number>
    refused_count: Generated<number>
    checked_line: Generated<number>
    code: string | null
    last_error: Generated<string>
    created_by: string
    created_at: Date
    read_at: Date | null
    finished_at: Date | null
  }
  people_sync_settings: {
    workspace_id: string
    source: Generated<'api' | 'https' | 'folder'>
    address: Generated<string>
    authorization_value: Buffer | null
    file_name: Generated<string>
    schedule: Generated<'off' | 'hourly' | 'daily'>
    hour: Generated<number>
    coverage: Generated<'full' | 'partial'>
    columns: DefaultJson<MappedColumn[]>
    date_orders: DefaultJson<DateOrders>
    leavers_percent_max: Generated<number>
    invites: Generated<boolean>
    next_run_at: Date | null
    updated_at: Date
    updated_by: string
  }
  permissions: {
    workspace_id: string
    user_id: string
    global_administrator: Generated<boolean>
    account_administrator: Generated<boolean>
    rewards_administrator: Generated<boolean>
    billing_administrator: Generated<boolean>
  }
  personal_addresses: {
    workspace_id: string
    user_id: string
    address: Buffer
    updated_at: Date
  }
  plans: {
    workspace_id: string
    id: string
    name: string
    people: number
    allowance: number
    period: 'day' | 'week' | 'month' | 'quarter'
    use_percent: number
    celebration_points: number
    award_points: number
    bonus_points: number
    gift_card_percent: number
    currency: string
    hundred_points_minor: number
    created_at: Date
  }
  point_expiry: {
    workspace_id: string
    months: number
    first_day: string
    updated_at: Date
    updated_by: string
  }
  point_expiry_steps: {
    workspace_id: string
    month_end: string
    days: number
    done_at: Date
  }
  point_worths: {
    workspace_id: string
    id: string
    country: string | null
    currency: string
    hundred_points_minor: number
    valid_from: string
    created_by: string | null
    created_at: Date
  }
  post_readers: {
    workspace_id: string
    user_id: string
    post_id: string
  }
  post_recipients: {
    workspace_id: string
    post_id: string
    user_id: string
    private: boolean
    deleted: Generated<boolean>
    add_on: Generated<boolean>
    recovered: number | null
  }
  posts: {
    workspace_id: string
    id: string
    from_id: string | null
    to_ids: string[]
    value_id: string
    score: number
    description: string
    private: boolean
    demo: Generated<boolean>
    like_count: Generated<number>
    period_start: Date
    day: string
    created_at: Date
    deleted_at: Date | null
    deleted_by: string | null
    parent_id: string | null
    comment_count: Generated<number>
    add_on_count: Generated<number>
    added_score: Generated<number>
    reaction_counts: DefaultJson<Partial<Record<Reaction, number>>>
    add_on: GeneratedAlways<boolean>
    picture_file_id: string | null
    picture: Json<unknown> | null
    budget_id: string | null
    occasion: Json<Occasion> | null
    points_kept: Generated<boolean>
    imported_from: string | null
    counted: Generated<boolean>
  }
  price_factors: {
    workspace_id: string
    country: string
    factor: string
    updated_at: Date
    updated_by: string
  }
  promo_codes: {
    code: string
    percent: number
    months: number | null
    times: number | null
    used: Generated<number>
    ends_at: Date | null
    created_at: Date
  }
  purchase_events: {
    workspace_id: string
    id: string
    purchase_id: string
    type:
      | 'redeemed'
      | 'contributed'
      | 'withdrawn'
      | 'purchased'
      | 'forced'
      | 'fulfilled'
      | 'declined'
      | 'canceled'
      | 'expired'
      | 'charged'
      | 'refunded'
      | 'ordered'
      | 'delivered'
      | 'delivery_failed'
      | 'readdressed'
      | 'failed'
      | 'returned'
    actor_id: string | null
    amount: number | null
    created_at: Date
  }
  purchases: {
    workspace_id: string
    id: string
    reward_id: string
    status: 'pending' | 'declined' | 'fulfilled' | 'purchased'
    title: string
    emoji: string
    picture_file_id: string | null
    price: number
    type: 'manual' | 'automatic'
    reward_type: 'individual' | 'team'
    company_part: Generated<number>
    decline_reason: Generated<string>
    claim_url: string | null
    created_by: string
    decided_by: string | null
    demo: Generated<boolean>
    created_at: Date
    status_changed_at: Date
    canceled_at: Date | null
    product_id: string | null
    country: string | null
    gift_card_value: number | null
    deadline: string | null
    note: Generated<string>
    code: Generated<string>
    ordered_at: Date | null
    ordered_by: string | null
    order_note: Generated<string>
    stage: GeneratedAlways<PurchaseStage>
    returned_at: Date | null
    category: Generated<Category>
  }
  reactions: {
    workspace_id: string
    post_id: string
    user_id: string
    reaction: string
    created_at: Date
  }
  recovery_codes: {
    account_id: string
    code_hash: Buffer
    created_at: Date
  }
  removed_addresses: {
    workspace_id: string
    address_hash: Buffer
    removed_at: Date
  }
  report_snapshots: {
    workspace_id: string
    day: string
  }
  reward_goals: {
    workspace_id: string
    user_id: string
    reward_id: string
    created_at: Date
    price: number | null
    price_until: Date | null
  }
  rewards: {
    workspace_id: string
    id: string
    title: string
    description: Generated<string>
    price: number
    category: Category
    emoji: Generated<string>
    picture_file_id: string | null
    one_time: Generated<boolean>
    comment_required: Generated<boolean>
    available_amount: number | null
    type: 'manual' | 'automatic'
    reward_type: 'individual' | 'team'
    country: string | null
    gift_card_value: number | null
    deadline: string | null
    demo: Generated<boolean>
    created_at: Date
    deleted_at: Date | null
    product_id: string | null
    audience: Json<AudienceInput> | null
    person_max: number | null
    person_period: Generated<'month' | 'quarter' | 'year' | 'ever'>
  }
  scim_grants: {
    workspace_id: string
    user_id: string
    permission: string
  }
  scim_groups: {
    workspace_id: string
    group_id: string
    external_id: string | null
    permission:
      | 'global_administrator'
      | 'account_administrator'
      | 'rewards_administrator'
      | 'billing_administrator'
      | null
    version: Generated<number>
    changed_at: Date
  }
  scim_requests: {
    workspace_id: string
    id: string
    token_name: string
    method: string
    resource: string
    user_id: string | null
    group_id: string | null
    subject: Generated<string>
    fields: Generated<string[]>
    outcome:
      | 'created'
      | 'reactivated'
      | 'changed'
      | 'unchanged'
      | 'deactivated'
      | 'deleted'
      | 'failed'
    status: number
    detail: Generated<string>
    dry_run: boolean
    created_at: Date
  }
  scim_settings: {
    workspace_id: string
    name: Generated<string>
    dry_run: Generated<boolean>
    sends_invitations: Generated<boolean>
    grants_account_administrator: Generated<boolean>
    paused_at: Date | null
    resumed_at: Date | null
  }
  scim_tokens: {
    workspace_id: string
    id: string
    name: string
    token_hash: Buffer
    created_by: string
    created_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
  }
  scim_users: {
    workspace_id: string
    user_id: string
    external_id: string | null
    changed_at: Date
    removed_at: Date | null
    phone_type: Generated<'work' | 'mobile' | 'home' | 'fax' | 'pager' | 'other'>
  }
  second_factors: {
    account_id: string
    secret: Buffer
    created_at: Date
    confirmed_at: Date | null
    last_step: Generated<number>
    tries: Generated<number>
    tries_since: Date
  }
  sessions: {
    token_hash: Buffer
    id: string
    account_id: string
    kind: 'temporary' | 'session' | 'impersonation' | 'token'
    workspace_id: string | null
    user_id: string | null
    client: Generated<string>
    created_at: Date
    seen_at: Date
    expires_at: Date
    revoked_at: Date | null
    name: Generated<string>
    scopes: Generated<string[]>
    proven_at: Date | null
    confined: Generated<boolean>
    sign_in_id: string | null
    opened_by: string | null
    private_read_at: Date | null
    sso_connection_id: string | null
    sso_session: string | null
    sso_subject: string | null
    break_glass: Generated<boolean>
    second_factor: Generated<boolean>
    signed_in_at: Date | null
    method: 'code' | 'google' | 'invite' | 'sso' | null
    oauth_grant_id: string | null
    audience: Generated<'api' | 'mcp'>
  }
  settings: {
    workspace_id: string
    limit_period: Generated<'day' | 'week' | 'month' | 'quarter'>
    points_limit: Generated<number | null>
    points_limit_per_post: number | null
    show_leaderboard: Generated<boolean>
    contact: Generated<string>
    notify_points_received: Generated<boolean>
    notify_reward_redeemed: Generated<boolean>
    notify_reward_fulfilled: Generated<boolean>
    language: Generated<Language>
    timezone: Generated<string>
    active_color: Generated<string>
    leaderboard_mode: Generated<'receivers' | 'givers' | 'together'>
    comments: Generated<boolean>
    reactions: Generated<boolean>
    add_ons: Generated<boolean>
    notify_weekly_digest: Generated<boolean>
    notify_points_left: Generated<boolean>
    digest_week: string | null
    points_left_period: Date | null
    notify_monthly_report: Generated<boolean>
    report_month: string | null
    sso_required: Generated<boolean>
    session_hours: number | null
    second_factor_required: Generated<boolean>
    leaver_grace_days: Generated<number>
    leaver_outcome: Generated<'gift_card' | 'payroll' | 'return'>
    birthdays: Generated<'opt_in' | 'opt_out' | 'off'>
    notify_awards: Generated<boolean>
    show_worth: Generated<boolean>
    announce_worth: Generated<boolean>
  }
  sign_in_codes: {
    id: string
    email_hash: Buffer
    client_hash: Buffer
    sig_hash: Buffer
    code_hash: Buffer
    purpose: 'sign_in' | 'change_email' | 'presence' | 'join_domain'
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sso_addresses: {
    slug: string
    owner_workspace_id: string
  }
  sso_connections: {
    workspace_id: string
    id: string
    protocol: 'oidc' | 'saml'
    name: string
    state: 'draft' | 'active'
    issuer: Generated<string>
    client_id: Generated<string>
    credentials: Buffer | null
    own_certificate: Generated<string>
    sign_in_url: Generated<string>
    certificates: Generated<string[]>
    certificate_expires_at: Date | null
    certificate_reminded_days: number | null
    metadata_url: Generated<string>
    metadata_checked_at: Date | null
    metadata_error: Generated<string>
    join_policy: Generated<'off' | 'invited' | 'everyone'>
    trusts_email: Generated<boolean>
    accepted_contexts: Generated<string[]>
    claims: Json<unknown>
    allows_unsolicited: Generated<boolean>
    created_at: Date
    last_used_at: Date | null
  }
  sso_domains: {
    workspace_id: string
    id: string
    domain: string
    token: string
    connection_id: string | null
    added_by: string
    added_at: Date
    verified_at: Date | null
  }
  sso_identities: {
    workspace_id: string
    connection_id: string
    issuer: string
    subject: string
    user_id: string
    created_at: Date
    seen_at: Date
  }
  sso_requests: {
    workspace_id: string
    id: string
    connection_id: string
    state_hash: Buffer
    challenge: string
    user_id: string | null
    secret: Buffer
    created_at: Date
    expires_at: Date
    answered_at: Date | null
    code_hash: Buffer | null
    code_expires_at: Date | null
    outcome: Buffer | null
  }
  sso_used_messages: {
    workspace_id: string
    connection_id: string
    message_hash: Buffer
    expires_at: Date
  }
  subscriptions: {
    workspace_id: string
    ref: string
    status: 'trialing' | 'active' | 'past_due' | 'canceled'
    plan: 'month' | 'year'
    quantity: number
    cancel_at_period_end: boolean
    period_start: Date
    period_end: Date
    ended_at: Date | null
    unpaid: boolean
    amount_cents: number
    discounts: Json<unknown>
    open_invoice: Json<unknown> | null
    seats_version: Generated<number>
    pushed_seats_version: Generated<number>
    read_at: Date
  }
  tax_rules: {
    workspace_id: string
    id: string
    country: string | null
    categories: Category[]
    taxable: boolean
    currency: string
    item_limit_minor: number | null
    period_limit_minor: number | null
    period: 'month' | 'year'
    year_start: string
    above_limit: 'excess' | 'whole'
    borne_by: 'employee' | 'company'
    tax_rate: string | null
    messages: Json<TaxMessages>
    valid_from: string
    valid_to: string | null
    confirmed_at: Date | null
    confirmed_by: string | null
    created_at: Date
    created_by: string
  }
  team_creations: {
    id: string
    account_id: string
    created_at: Date
  }
  total_recognition: {
    workspace_id: string
    user_id: string
    value_id: string
    given_points: Generated<number>
    given_posts: Generated<number>
    received_points: Generated<number>
    received_posts: Generated<number>
    private: boolean
  }
  used_google_nonces: {
    nonce_hash: Buffer
    expires_at: Date
  }
  user_snapshots: {
    workspace_id: string
    day: string
    user_id: string
    given_points: Generated<number>
    private_given_points: Generated<number>
    received_points: Generated<number>
    private_received_points: Generated<number>
    given_posts: Generated<number>
    received_posts: Generated<number>
    purchases: Generated<number>
    last_received_day: string | null
  }
  users: {
    workspace_id: string
    id: string
    account_id: string | null
    email: Generated<string>
    first_name: Generated<string>
    last_name: Generated<string>
    state: 'pending' | 'accepted' | 'deactivated' | 'deleted'
    demo: Generated<boolean>
    job_title: Generated<string>
    phone: Generated<string>
    birth_date: string | null
    hire_date: string | null
    language: Language | null
    avatar_file_id: string | null
    points_limit: number | null
    points_limit_per_post: number | null
    notify_points_received: Generated<boolean>
    notify_reward_redeemed: Generated<boolean>
    notify_reward_fulfilled: Generated<boolean>
    checklist_dismissed_at: Date | null
    invited_by: string | null
    invited_at: Date | null
    accepted_at: Date | null
    created_at: Date
    deleted_at: Date | null
    calendar_salt: Buffer | null
    first_accepted_at: Date | null
    inbox_muted: Generated<string[]>
    notify_weekly_digest: Generated<boolean>
    notify_points_left: Generated<boolean>
    manager_id: string | null
    country: string | null
    timezone: string | null
    employee_number: Generated<string>
    cost_center: Generated<string>
    field_sources: DefaultJson<unknown>
    notify_monthly_report: Generated<boolean>
    allowance_rule_id: string | null
    birthday_visibility: 'everyone' | 'team' | 'private' | 'nothing' | null
    anniversary_visibility: 'everyone' | 'team' | 'private' | 'nothing' | null
    away_from: string | null
    away_to: string | null
    birth_day: GeneratedAlways<number | null>
    hire_day: GeneratedAlways<number | null>
    notify_awards: Generated<boolean>
  }
  values: {
    workspace_id: string
    id: string
    name: string
    description: Generated<string>
    color: string
    emoji: string
    keywords: Generated<string[]>
    tag: string
    is_default: Generated<boolean>
    created_at: Date
    retired_at: Date | null
    updated_at: Date | null
  }
  vouchers: {
    workspace_id: string
    id: string
    purchase_id: string
    token_hash: Buffer
    code: string
    product_id: string
    country: string
    currency: string
    value_cents: number
    created_at: Date
    seen_at: Date | null
  }
  waiting_managers: {
    workspace_id: string
    user_id: string
    reference: string
  }
  wallets: {
    workspace_id: string
    user_id: string
    balance: Generated<number>
    entries_count: Generated<number>
  }
  webhook_events: {
    provider: string
    event_id: string
    payload: Json<unknown>
    received_at: Date
    done_at: Date | null
    attempts: Generated<number>
    next_at: Generated<Date>
  }
  workspace_exports: {
    workspace_id: string
    id: string
    state: Generated<WorkspaceExportState>
    progress: Generated<number>
    code: WorkspaceExportCode | null
    rows_count: Generated<number>
    pictures_count: Generated<number>
    parts_id: string | null
    parts_count: Generated<number>
    bytes: Generated<number>
    fingerprint: Generated<string>
    open_gift_cards: Generated<number>
    requested_by: string
    created_at: Date
    finished_at: Date | null
    expires_at: Date | null
  }
  workspaces: {
    id: string
    name: string
    logo_file_id: string | null
    trial_days: Generated<number>
    trial_ends_at: Date
    paid_until: Date | null
    manual_payments: Generated<boolean>
    validated_at: Date | null
    discount_claimed_at: Date | null
    demo: Generated<boolean>
    created_at: Date
    deleted_at: Date | null
    offer_dismissed_at: Date | null
    trial_mailed_at: Date | null
    deletion_due_at: Date | null
    deletion_asked_by: string | null
    mail_domain: string | null
    invites_per_day: number | null
  }
  yearly_budgets: {
    workspace_id: string
    starts_on: string
    amount_minor: number
    currency: string
    warned_year: string | null
    warned_percent: Generated<number>
    counted_year: string | null
    counted_to: string | null
    used_minor: number | null
    redeemed_minor: number | null
    other_sums: Json<Money[]> | null
    updated_at: Date
    updated_by: string | null
  }
}
