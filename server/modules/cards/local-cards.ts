import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { testCards, type TestCard } from '#contract/test-cards.ts'
import type {
  CardProvider,
  ChargeRequest,
  SavedCard,
} from '#server/adapters/cards/card-provider.ts'
import { insertChargeOnce, refundLocalCharge } from './queries.ts'

/** Inserts a row into local_charges within the transaction, once per key. Throws payment_failed. */
export async function insertLocalCharge(
  trx: Trx,
  {
    workspace_id: workspaceId,
    key,
    card,
    amount_cents: amountCents,
    at,
  }: Pick<ChargeRequest, 'workspace_id' | 'key' | 'card' | 'amount_cents' | 'at'>,
  invoiceId: string | null = null,
): Promise<string> {
  if (card.ref === 'local:fails_later') throwRefusal('payment_failed')
  return insertChargeOnce(trx, {
    workspace_id: workspaceId,
    id: newId(at),
    key,
    card_id: card.id,
    amount_cents: amountCents,
    created_at: at,
    invoice_id: invoiceId,
  })
}

/**
 * Creates a card provider without an outside service: our own page at /checkout/{token}, test
 * cards, no money. Charges are rows of local_charges.
 */
export function createLocalCardProvider(publicUrl: string, db: Database): CardProvider {
  return {
    kind: 'local',
    startSetup: ({ token }) =>
      Promise.resolve({ url: `${publicUrl}/checkout/${token}`, ref: null }),
    charge: (request) => db.tenant(request.workspace_id, (trx) => insertLocalCharge(trx, request)),
    refund: ({ workspace_id: workspaceId, key }) =>
      db.tenant(workspaceId, (trx) => refundLocalCharge(trx, workspaceId, key)),
  }
}

/**
 * Validates a test card like a bank. Returns null while confirmation is required. Throws
 * wrong_format for unknown numbers, payment_failed for declined cards. Expiry is 'MM/YY'.
 */
export function readTestCard(
  input: { number: string; expiry: string; confirmed: boolean },
  at: Date,
): SavedCard | null {
  const card: TestCard | undefined = testCards.find((testCard) => testCard.number === input.number)
  if (!card) throwRefusal('wrong_format', { field: 'number' })
  const [month = 0, year = 0] = input.expiry.split('/').map(Number)
  const hasExpired = new Date(Date.UTC(2000 + year, month, 1)) <= at
  if (hasExpired || card.kind === 'expired') throwRefusal('payment_failed', { field: 'expiry' })
  if (card.kind === 'declined' || card.kind === 'insufficient')
    throwRefusal('payment_failed', { field: 'number' })
  if (card.kind === 'confirm' && !input.confirmed) return null
  return {
    ref: `local:${card.kind}`,
    brand: 'Visa',
    last4: card.number.slice(-4),
    exp_month: month,
    exp_year: 2000 + year,
  }
}
