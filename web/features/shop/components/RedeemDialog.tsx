import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopReward } from '#contract/rewards.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/app/config.ts'
import { noProblems, problemsOf, tell } from '#web/app/errors.ts'
import { CallError } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useRedeem } from '../queries.ts'
import css from '#web/app/rewards/rewards.module.css'

/** Asks once more before points are spent; a refusal keeps what was typed and says why, a new price is shown at once. */
export function RedeemDialog({ reward, onClose }: { reward: ShopReward; onClose: () => void }) {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const [comment, setComment] = useState('')
  const [price, setPrice] = useState(reward.price)
  const [problems, setProblems] = useState(noProblems)
  // One key for one intention: pressing twice, or again after a lost answer, redeems once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const redeem = useRedeem()
  const submit = () => {
    setProblems(noProblems)
    if (reward.comment_required && !comment.trim()) return setProblems({ fields: { comment: t('errors:comment_required') }, general: null })
    redeem.mutate({ id: reward.id, comment: comment.trim(), price, key }, {
      onSuccess: () => { tell(t('redeem.done', { title: reward.title })); onClose() },
      onError: (error) => {
        setProblems(problemsOf(t, error, ['comment']))
        const changed = error instanceof CallError ? error.errors.find((one) => one.code === 'price_changed') : undefined
        if (changed?.params?.['price'] !== undefined) {
          setPrice(Number(changed.params['price']))
          setKey(crypto.randomUUID())
        }
      },
    })
  }
  return (
    <Dialog onClose={onClose} title={t('redeem.title', { title: reward.title })} close={t('common:close')}>
      <dl className={css['sum']}>
        <div><dt>{t('redeem.have')}</dt><dd>{formatNumber(user.balance)}</dd></div>
        <div><dt>{t('redeem.price')}</dt><dd>−{formatNumber(price)}</dd></div>
        <div><dt>{t('redeem.left')}</dt><dd>{formatNumber(user.balance - price)}</dd></div>
      </dl>
      {problems.general ? <Alert color="red" mb="md" role="alert">{problems.general}</Alert> : null}
      <Textarea label={reward.comment_required ? t('redeem.comment') : t('redeem.comment_optional')} required={reward.comment_required} withAsterisk={reward.comment_required} autosize minRows={2} maxLength={limits.comment_chars_max}
        value={comment} onChange={(event) => setComment(event.currentTarget.value)} error={problems.fields['comment']} data-autofocus />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>{t('common:cancel')}</Button>
        <Button loading={redeem.isPending} onClick={submit}>{t('redeem.action')}</Button>
      </Group>
    </Dialog>
  )
}
