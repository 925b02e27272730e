import { Alert, Button, Textarea } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useConfig } from '#web/shared/config.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useRedeem } from '#web/shared/purchases/purchases.api.ts'
import { categoryColors } from '#web/shared/rewards/reward-categories.ts'
import css from '#web/shared/rewards/rewards.module.css'
import { useBlockedHint } from '#web/shared/rewards/use-blocked-hint.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { TaxNoteText } from '#web/shared/tax/TaxNoteText.tsx'
import { useTaxNote } from '#web/shared/tax/use-tax-note.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { ShopItem } from './shop-items.ts'
import own from './shop.module.css'

/** The denominations of a gift card; an unavailable denomination shows the reason. */
function DenominationPicker({
  rewards,
  chosen,
  problem,
  onChoose,
}: {
  rewards: ShopReward[]
  chosen: string | null
  problem: ReactNode
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation('shop')
  const hint = useBlockedHint()
  const first = rewards.find((reward) => reward.blocked === null)
  return (
    <fieldset className={own['values']} aria-describedby={problem ? 'value-problem' : undefined}>
      <legend>{t('card.choose')}</legend>
      <div className={own['choices']}>
        {rewards.map((reward) => (
          <label key={reward.id} className={own['choice']}>
            <input
              type="radio"
              name="value"
              value={reward.id}
              checked={chosen === reward.id}
              disabled={reward.blocked !== null}
              onChange={() => onChoose(reward.id)}
              {...(reward === first ? { 'data-autofocus': true } : {})}
            />
            <b>
              {formatMoney(reward.gift_card_value ?? 0, currencyOfCountry(reward.country), true)}
            </b>
            <small>
              {reward.blocked === null ? t('common:points', { count: reward.price }) : hint(reward)}
            </small>
          </label>
        ))}
      </div>
      {problem ? (
        <p className={own['problem']} id="value-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}

function PriceSummary({ rewards, price }: { rewards: ShopItem['rewards']; price: number | null }) {
  const { t } = useTranslation('shop')
  const { user } = useConfig()
  const [first] = rewards
  return (
    <dl className={css['sum']}>
      {rewards.length === 1 && first.gift_card_value !== null ? (
        <div>
          <dt>{t('card.value')}</dt>
          <dd>{formatMoney(first.gift_card_value, currencyOfCountry(first.country), true)}</dd>
        </div>
      ) : null}
      <div>
        <dt>{t('rewards:redeem.have')}</dt>
        <dd>{formatNumber(user.balance)}</dd>
      </div>
      {price === null ? null : (
        <div>
          <dt>{t('rewards:redeem.price')}</dt>
          <dd>−{formatNumber(price)}</dd>
        </div>
      )}
      {price === null ? null : (
        <div>
          <dt>{t('rewards:redeem.left')}</dt>
          <dd>{formatNumber(user.balance - price)}</dd>
        </div>
      )}
    </dl>
  )
}

const RewardPicture = ({ reward }: { reward: ShopReward }) => (
  <div
    className={own['picture']}
    aria-hidden="true"
    style={{ '--tone': categoryColors[reward.category] } as React.CSSProperties}
  >
    {reward.picture.url ? <img src={reward.picture.url} alt="" /> : reward.emoji || '🎁'}
  </div>
)

/** Shown after a purchase: the next steps, and confetti. */
function RedeemedDialog({ reward, onClose }: { reward: ShopReward; onClose: () => void }) {
  const { t } = useTranslation('rewards')
  const { user, settings, values } = useConfig()
  const colors = [settings.active_color, ...values.map((value) => value.color)]
  const launch = useEffectEvent(() =>
    import('#web/shared/confetti.ts').then(({ launchConfetti }) => launchConfetti(colors)),
  )
  useEffect(() => {
    // The purchase is done: failing to load the confetti is not an error.
    void launch().catch(() => {})
  }, [])
  return (
    <Dialog
      onClose={onClose}
      title={t('redeem.enjoy', { name: user.first_name })}
      close={t('common:close')}
    >
      <div className={own['celebration']} role="status">
        <RewardPicture reward={reward} />
        <p>{t('redeem.requested', { title: reward.title })}</p>
        <ActionRow apart>
          <Button variant="default" component={Link} to="/rewards?tab=mine" onClick={onClose}>
            {t('redeem.see')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('redeem.finish')}
          </Button>
        </ActionRow>
      </div>
    </Dialog>
  )
}

/** Returns the chosen denomination, before the choice the first one. */
const findChosen = (rewards: ShopItem['rewards'], id: string | null): ShopReward =>
  rewards.find((reward) => reward.id === id) ?? rewards[0]

/** The state of the dialog: the chosen reward, the agreed price and the purchase. */
function useRedeemForm(rewards: ShopItem['rewards']) {
  const { t } = useTranslation('shop')
  const navigate = useNavigate()
  const [first] = rewards
  const form = useServerForm<{ value: string | null; comment: string }>({
    initialValues: { value: rewards.length === 1 ? first.id : null, comment: '' },
    fieldNames: ['comment'],
    validate: {
      value: (chosen) => (chosen === null ? t('errors:card_required') : null),
      comment: (typed, { value }) =>
        findChosen(rewards, value).comment_required && !typed.trim()
          ? t('errors:comment_required')
          : null,
    },
  })
  // The user agrees to the displayed price, so a new price is only shown after the server has
  // refused the old one.
  const [agreedPrices] = useState(() => new Map(rewards.map(({ id, price }) => [id, price])))
  const [changedPrice, setChangedPrice] = useState<number | null>(null)
  // Retrying helps after a price change only.
  const [canRetry, setCanRetry] = useState(false)
  // The idempotency key of this purchase: a double click or a retry redeems once. A refusal does
  // not use up the key.
  const [key] = useState(() => crypto.randomUUID())
  const [isRedeemed, setIsRedeemed] = useState(false)
  const reward = rewards.find((item) => item.id === form.values.value)
  const price = reward ? (changedPrice ?? agreedPrices.get(reward.id) ?? reward.price) : null
  const redeem = useRedeem({
    onSuccess: (purchase) => {
      // A gift card order takes some seconds; the progress page waits for it.
      if (purchase.type === 'automatic')
        return void navigate({ to: '/loading', search: { id: purchase.id } })
      setIsRedeemed(true)
    },
    onError: (error) => {
      form.showRefusal(error)
      const changed =
        error instanceof ApiCallError
          ? error.errors.find((item) => item.code === 'price_changed')?.params?.['price']
          : undefined
      if (changed !== undefined) setChangedPrice(Number(changed))
      setCanRetry(changed !== undefined)
    },
  })
  const submit = form.submitTo(({ comment }) => {
    if (reward && price !== null)
      redeem.mutate({ id: reward.id, comment: comment.trim(), price, key })
  })
  const choose = (id: string) => {
    form.setFieldValue('value', id)
    setChangedPrice(null)
    form.showProblem(null)
  }
  const taxNote = useTaxNote(reward?.id ?? null)
  return { form, choose, price, canRetry, isRedeemed, isPending: redeem.isPending, submit, taxNote }
}

/**
 * Confirms a purchase. An error keeps the input and shows the reason; a new price must be confirmed
 * again.
 */
export function RedeemDialog({
  item: { rewards },
  onClose,
}: {
  item: ShopItem
  onClose: () => void
}) {
  const { t } = useTranslation('shop')
  const { form, choose, price, canRetry, isRedeemed, isPending, submit, taxNote } =
    useRedeemForm(rewards)
  const { problems } = form
  const [first] = rewards
  const { comment_required: isCommentRequired } = findChosen(rewards, form.values.value)
  if (isRedeemed) return <RedeemedDialog reward={first} onClose={onClose} />
  return (
    <Dialog
      onClose={onClose}
      title={t('rewards:redeem.title', { title: first.title })}
      close={t('common:close')}
    >
      <Form problems={problems} onSubmit={submit}>
        <RewardPicture reward={first} />
        {first.description ? <p className={own['description']}>{first.description}</p> : null}
        {rewards.length > 1 ? (
          <DenominationPicker
            rewards={rewards}
            chosen={form.values.value}
            problem={problems.fields['value']}
            onChoose={choose}
          />
        ) : null}
        <PriceSummary rewards={rewards} price={price} />
        {problems.general ? (
          <Alert color="red" mb="md" role="alert">
            {problems.general}
            {canRetry ? `. ${t('again')}` : ''}
          </Alert>
        ) : null}
        {first.type === 'automatic' ? <p className={own['quiet']}>{t('card.note')}</p> : null}
        <Textarea
          label={
            isCommentRequired ? t('rewards:redeem.comment') : t('rewards:redeem.comment_optional')
          }
          required={isCommentRequired}
          withAsterisk={isCommentRequired}
          autosize
          minRows={2}
          maxLength={limits.comment_chars_max}
          {...form.getInputProps('comment')}
          {...(rewards.length === 1 ? { 'data-autofocus': true } : {})}
        />
        <TaxNoteText {...taxNote} />
        <FormActions
          apart
          action={t('rewards:redeem.action')}
          busy={isPending}
          ready={!taxNote.isLoading}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
