import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { LeaverAccount } from '#contract/schemas/leavers.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { callErrorText, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useBlockedHint } from '#web/shared/rewards/use-blocked-hint.ts'
import { TaxNoteText } from '#web/shared/tax/TaxNoteText.tsx'
import { useTaxNote } from '#web/shared/tax/use-tax-note.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useRedeemAsLeaver } from '../api/queries.ts'
import css from './leavers.module.css'

type Reward = LeaverAccount['rewards'][number]

function usePoints() {
  const { t } = useTranslation('organization')
  return (count: number) => t('leavers.points', { count, n: formatNumber(count) })
}

/** Confirms a reward, with the comment that it may ask for. */
function RedeemDialog({
  token,
  reward,
  onClose,
}: {
  token: string
  reward: Reward
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const pointsOf = usePoints()
  const [key] = useState(() => crypto.randomUUID())
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState<string>()
  // The refusal of a changed price names the new one, to which the next click agrees.
  const [price, setPrice] = useState(reward.price)
  const taxNote = useTaxNote(reward.id, token)
  const redeem = useRedeemAsLeaver({
    onSuccess: () => {
      notifySuccess(t('leavers.page.redeemed'))
      onClose()
    },
    onError: (error) => {
      setProblem(callErrorText(t, error))
      const changed =
        error instanceof ApiCallError
          ? error.errors.find(({ code }) => code === 'price_changed')?.params?.['price']
          : undefined
      if (changed !== undefined) setPrice(Number(changed))
    },
  })
  return (
    <ConfirmDialog
      opened
      title={t('leavers.page.redeem_title', { title: reward.title })}
      text={problem ?? t('leavers.page.redeem_text', { points: pointsOf(price) })}
      confirm={t('leavers.page.redeem')}
      cancel={t('common:cancel')}
      busy={redeem.isPending}
      ready={!taxNote.isLoading}
      onClose={onClose}
      onConfirm={() => redeem.mutate({ token, reward_id: reward.id, comment, price, key })}
    >
      {reward.comment_required ? (
        <Textarea
          label={t('leavers.page.comment')}
          maxLength={limits.comment_chars_max}
          value={comment}
          onChange={(change) => setComment(change.currentTarget.value)}
        />
      ) : null}
      <TaxNoteText {...taxNote} />
    </ConfirmDialog>
  )
}

/** The individual rewards that a leaver may redeem. */
export function LeaverShop({ token, rewards }: { token: string; rewards: Reward[] }) {
  const { t } = useTranslation('organization')
  const pointsOf = usePoints()
  const blockedHint = useBlockedHint()
  const [chosen, setChosen] = useState<Reward | null>(null)
  if (!rewards.length) return null
  return (
    <>
      <h2 className={css['section']}>{t('leavers.page.rewards')}</h2>
      <ul className={css['list']}>
        {rewards.map((reward) => (
          <li key={reward.id}>
            <Card className={css['row']}>
              <div className={css['what']}>
                <b>
                  {reward.emoji} {reward.title}
                </b>
                <p>{pointsOf(reward.price)}</p>
                {reward.blocked === null ? null : <p>{blockedHint(reward)}</p>}
              </div>
              <Button
                size="sm"
                disabled={reward.blocked !== null}
                onClick={() => setChosen(reward)}
              >
                {t('leavers.page.redeem')}
                <span className="sr-only"> {reward.title}</span>
              </Button>
            </Card>
          </li>
        ))}
      </ul>
      {chosen ? (
        <RedeemDialog token={token} reward={chosen} onClose={() => setChosen(null)} />
      ) : null}
    </>
  )
}
