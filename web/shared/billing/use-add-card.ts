import { useEffect } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useCall } from '#web/shared/use-call.ts'
import { useActionKey } from './use-action-key.ts'

/** Redirects to the provider's page for entering a card, which returns to `callback`. */
export function useAddCard(
  name: 'billing.add_payment_method' | 'rewards.add_payment_method',
  callback: string,
) {
  const { t } = useTranslation()
  const { key, releaseKey } = useActionKey(name)
  const { mutate, isPending, isSuccess } = useCall(name, {
    input: () => ({ body: { callback }, key }),
    onSuccess: ({ session_url: sessionUrl }) => location.assign(sessionUrl),
    onError: (error) => {
      releaseKey(error)
      notifyError(t, error)
    },
  })
  return { addCard: () => mutate(), isRedirecting: isPending || isSuccess }
}

/**
 * Shows a message once after the card page has returned with ?card=added, and removes the answer
 * from the address.
 */
export function useCardAddedMessage(text: string): void {
  useEffect(() => {
    const url = new URL(location.href)
    const card = url.searchParams.get('card')
    if (card === null) return
    url.searchParams.delete('card')
    history.replaceState(history.state, '', url)
    if (card === 'added') notifySuccess(text)
  }, [text])
}
