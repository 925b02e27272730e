import { Alert, Button, Checkbox, FileButton, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { category as categories, type Category, type Reward } from '#contract/rewards.ts'
import { limits } from '#contract/limits.ts'
import { noProblems, problemsOf, tell } from '#web/app/errors.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { useSaveReward } from '../queries.ts'
import { RewardCard } from '#web/app/rewards/RewardCard.tsx'
import css from '#web/app/rewards/rewards.module.css'

const known = ['title', 'description', 'price', 'category', 'emoji', 'available_amount', 'file'] as const
const emojis = ['🎁', '☕', '📚', '🏡', '🌳', '🎧', '🍽️', '👕', '🚲', '🎨', '🎟️', '💆']

/** A picture chosen but not yet uploaded, as an address to show. */
function usePreview(file: File | null): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => { if (url) URL.revokeObjectURL(url) }, [url])
  return url
}

/** New and edit are one form, with the card as people will see it beside it. */
export function RewardForm({ reward }: { reward?: Reward }) {
  const { t } = useTranslation('rewards')
  const navigate = useNavigate()
  const [fields, setFields] = useState({
    title: reward?.title ?? '', description: reward?.description ?? '', price: reward ? String(reward.price) : '', category: reward?.category ?? ('goods_and_experiences' as Category),
    emoji: reward?.emoji ?? '🎁', available_amount: reward?.available_amount == null ? '' : String(reward.available_amount),
    one_time: reward?.one_time ?? false, comment_required: reward?.comment_required ?? false,
  })
  const [file, setFile] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const preview = usePreview(file)
  const save = useSaveReward(reward?.id)
  const set = (part: Partial<typeof fields>) => setFields((old) => ({ ...old, ...part }))
  const picture = preview ?? (removed ? null : (reward?.picture.url ?? null))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const price = Number(fields.price)
    if (!(price > 0)) return setProblems({ fields: { price: t('errors:price_too_low') }, general: null })
    if (file && file.size > limits.file_bytes_max) return setProblems({ fields: { file: t('errors:file_too_large') }, general: null })
    setProblems(noProblems)
    save.mutate({ fields: { ...fields, price, available_amount: fields.available_amount.trim() === '' ? null : Number(fields.available_amount) }, file, remove_picture: removed && !file }, {
      onSuccess: () => { tell(t('admin.saved')); void navigate({ to: '/settings/rewards/all' }) },
      onError: (error) => setProblems(problemsOf(t, error, known)),
    })
  }
  return (
    <div className={css['formGrid']}>
      <Card>
        <form onSubmit={submit} noValidate className={css['form']}>
          {problems.general ? <Alert color="red" role="alert">{problems.general}</Alert> : null}
          <TextInput label={t('form.title')} name="title" required maxLength={limits.reward_title_chars_max} value={fields.title} onChange={(event) => set({ title: event.currentTarget.value })} error={problems.fields['title']} />
          <Textarea label={t('form.description')} name="description" autosize minRows={3} maxLength={limits.reward_description_chars_max} value={fields.description} onChange={(event) => set({ description: event.currentTarget.value })} error={problems.fields['description']} />
          <div className={css['two']}>
            <TextInput label={t('form.price')} name="price" required inputMode="numeric" value={fields.price} onChange={(event) => set({ price: event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 7) })} error={problems.fields['price']} />
            <TextInput label={t('form.available')} description={t('form.available_hint')} inputWrapperOrder={['label', 'input', 'description', 'error']} name="available_amount" inputMode="numeric" value={fields.available_amount} onChange={(event) => set({ available_amount: event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6) })} error={problems.fields['available_amount']} />
          </div>
          <NativeSelect label={t('form.category')} name="category" value={fields.category} onChange={(event) => set({ category: event.currentTarget.value as Category })} data={categories.options.map((value) => ({ value, label: t(`category.${value}`) }))} />
          <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
            <legend style={{ fontSize: 14, fontWeight: 550, padding: 0, marginBottom: 6 }}>{t('form.picture')}</legend>
            <Group gap={6}>
              {emojis.map((emoji) => (
                <Button key={emoji} variant={!picture && fields.emoji === emoji ? 'light' : 'subtle'} color="gray" size="compact-lg" px={8} aria-pressed={!picture && fields.emoji === emoji} aria-label={t('form.emoji', { emoji })}
                  onClick={() => { set({ emoji }); setFile(null); setRemoved(true) }}>{emoji}</Button>
              ))}
              <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={setFile}>{(props) => <Button variant="default" size="sm" {...props}>{t('form.upload')}</Button>}</FileButton>
            </Group>
            {problems.fields['file'] ? <div role="alert" style={{ color: 'var(--bad)', fontSize: 14, marginTop: 6 }}>{problems.fields['file']}</div> : null}
          </fieldset>
          <Checkbox label={t('form.one_time')} checked={fields.one_time} onChange={(event) => set({ one_time: event.currentTarget.checked })} />
          <Checkbox label={t('form.comment_required')} checked={fields.comment_required} onChange={(event) => set({ comment_required: event.currentTarget.checked })} />
          <Group justify="flex-end"><Button variant="default" onClick={() => void navigate({ to: '/settings/rewards/all' })}>{t('common:cancel')}</Button><Button type="submit" loading={save.isPending}>{t('form.save')}</Button></Group>
        </form>
      </Card>
      <div aria-hidden="true">
        <RewardCard reward={{ ...fields, title: fields.title || t('form.title'), picture: { url: picture } }}>
          <div className={css['foot']}><PointsBadge text={formatNumber(Number(fields.price) || 0)} large /></div>
        </RewardCard>
      </div>
    </div>
  )
}
