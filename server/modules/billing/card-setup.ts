import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { Language } from '#contract/schemas/common.ts'
import { findOrCreateCustomer } from '#server/modules/billing/sync.ts'
import { validateCallbackUrl, openHostedPage } from '#server/modules/cards/hosted-checkout.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { IdempotentCall } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'

/** Opens the provider's page for a new card. Returns its address. */
export async function startCardSetup(
  services: Services,
  { actor, body, language }: { actor: Actor; body: { callback: string }; language: Language },
  purpose: CardPurpose,
  call: IdempotentCall,
): Promise<{ session_url: string }> {
  const { workspace_id: workspaceId } = actor
  const callback = validateCallbackUrl(services, body.callback)
  const open = async (token: string) => {
    const { ref } = await findOrCreateCustomer(services, workspaceId, call.at)
    return services.cards.startSetup({
      workspace_id: workspaceId,
      customer: ref,
      purpose,
      callback,
      token,
      language,
    })
  }
  return openHostedPage(services, actor, { purpose, callback, order: null, open }, call)
}
