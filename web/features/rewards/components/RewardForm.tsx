import { Alert, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { Reward } from '#contract/rewards.ts'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/app/Form.tsx'
import { FormFoot } from '#web/app/FormFoot.tsx'
import { NumberField, hasWrongNumber } from '#web/app/NumberField.tsx'
import { UnsavedChanges } from '#web/app/UnsavedChanges.tsx'
import { type FormProblems, noProblems, problemsOf, tell } from '#web/app/errors.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { categories, isCategory } from '#web/app/rewards/categories.ts'
import { bodyOf, changesOf, type Fields, rewardFields } from '../fields.ts'
import { useCreateReward, useUpdateReward } from '../queries.ts'
import { GiftCardPicker } from './GiftCardPicker.tsx'
import { PictureField } from './PictureField.tsx'
import { Preview } from './Preview.tsx'
import css from './rewards.module.css'

const known = [
  'title',
  'description',
  'price',
  'category',
  'emoji',
  'available_amount',
  'reward_type',
  'deadline',
  'country',
  'product_id',
  'gift_card_value',
  'file',
] as const
const below: ['label', 'input', 'description', 'error'] = ['label', 'input', 'description', 'error']

/** What was chosen but not yet uploaded, as an address to show. */
function usePreview(file: File | null): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}

type Draft = { fields: Fields; set: (part: Partial<Fields>) => void; problems: FormProblems }
/** How many there are, until when, and what is asked of whoever redeems it. */
function Conditions({ fields, set, problems }: Draft) {
  const { t } = useTranslation('rewards')
  const team = fields.kind === 'team'
  return (
    <>
      <div className={css['two']}>
        <NumberField
          label={t('form.available')}
          description={t('form.available_hint')}
          inputWrapperOrder={below}
          name="available_amount"
          value={fields.available_amount}
          onChange={(available_amount) => set({ available_amount })}
          error={problems.fields['available_amount']}
        />
        {team ? (
          <TextInput
            type="date"
            label={t('form.deadline')}
            description={t('form.deadline_hint')}
            inputWrapperOrder={below}
            name="deadline"
            max="9999-12-31"
            value={fields.deadline}
            onChange={(event) => set({ deadline: event.currentTarget.value })}
            error={problems.fields['deadline']}
          />
        ) : null}
      </div>
      {team ? null : (
        <Checkbox
          label={t('form.one_time')}
          description={t('form.one_time_hint')}
          checked={fields.one_time}
          onChange={(event) => set({ one_time: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label={t('form.comment_required')}
        description={t('form.comment_hint')}
        checked={fields.comment_required}
        onChange={(event) => set({ comment_required: event.currentTarget.checked })}
      />
    </>
  )
}

/** What it is: name, words, price and shelf. */
function Basics({ fields, set, problems, filling }: Draft & { filling: number | null }) {
  const { t } = useTranslation('rewards')
  const team =
    filling === null
      ? t('form.price_team')
      : t('form.price_filling', { price: t('common:points', { count: filling }) })
  return (
    <>
      <TextInput
        label={t('form.title')}
        name="title"
        required
        maxLength={limits.reward_title_chars_max}
        value={fields.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        error={problems.fields['title']}
      />
      <Textarea
        label={t('form.description')}
        name="description"
        autosize
        minRows={3}
        maxLength={limits.reward_description_chars_max}
        value={fields.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={problems.fields['description']}
      />
      <div className={css['two']}>
        <NumberField
          label={t('form.price')}
          description={fields.kind === 'team' ? team : undefined}
          inputWrapperOrder={below}
          name="price"
          required
          value={fields.price}
          onChange={(price) => set({ price })}
          error={problems.fields['price']}
        />
        <NativeSelect
          label={t('form.category')}
          name="category"
          value={fields.category}
          error={problems.fields['category']}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (isCategory(value)) set({ category: value })
          }}
          data={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
        />
      </div>
    </>
  )
}

/** New and edit are one form, with the card as people will see it beside it. */
export function RewardForm({ start, reward }: { start: Fields; reward?: Reward }) {
  const { t } = useTranslation('rewards')
  const navigate = useNavigate()
  const [fields, setFields] = useState(start)
  const [file, setFile] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const preview = usePreview(file)
  const callbacks = {
    onSuccess: () => {
      tell(t(reward ? 'admin.saved' : 'admin.added', { title: fields.title }))
      void navigate({ to: '/settings/rewards/all', ignoreBlocker: true })
    },
    onError: (error: unknown) => setProblems(problemsOf(t, error, known)),
  }
  const [create, update] = [
    useCreateReward(callbacks),
    useUpdateReward(reward?.id ?? '', callbacks),
  ]
  const set = (part: Partial<Fields>) => setFields((old) => ({ ...old, ...part }))
  const changed = file !== null || removed || JSON.stringify(fields) !== JSON.stringify(start)
  const url = preview ?? (removed ? null : (reward?.picture.url ?? null))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(fields.title.trim() ? {} : { title: t('errors:required') }),
      ...((parseWholeNumber(fields.price) ?? 0) > 0 ? {} : { price: t('errors:price_too_low') }),
    }
    setProblems({ fields: wrong, general: null })
    if (Object.keys(wrong).length || hasWrongNumber(fields.price, fields.available_amount)) return
    if (reward)
      update.mutate({
        fields: {
          ...changesOf(rewardFields(reward), fields),
          ...(removed && !file ? { remove_picture: true } : {}),
        },
        file,
      })
    else create.mutate({ fields: bodyOf(fields), file })
  }
  const draft = { fields, set, problems }
  return (
    <div className={css['formGrid']}>
      <Card>
        <Form problems={problems} onSubmit={submit} className={css['form']}>
          {problems.general ? (
            <Alert color="red" role="alert">
              {problems.general}
            </Alert>
          ) : null}
          {reward && fields.kind !== 'automatic' ? (
            <NativeSelect
              label={t('form.kind')}
              name="reward_type"
              value={fields.kind}
              error={problems.fields['reward_type']}
              onChange={(event) =>
                set({ kind: event.currentTarget.value === 'team' ? 'team' : 'individual' })
              }
              data={(['individual', 'team'] as const).map((value) => ({
                value,
                label: t(`kind.${value}`),
              }))}
            />
          ) : null}
          {fields.kind === 'automatic' ? (
            <GiftCardPicker
              value={fields.card}
              onChange={(card) => set({ card })}
              problems={problems.fields}
              onPropose={(points) => set({ price: String(points) })}
            />
          ) : null}
          <Basics {...draft} filling={reward?.filling_price ?? null} />
          <PictureField
            emoji={fields.emoji}
            url={url}
            problem={problems.fields['file'] ?? problems.fields['emoji']}
            onEmoji={(emoji) => set({ emoji })}
            onPicture={(picture) => {
              setFile(picture)
              setRemoved(picture === null)
            }}
          />
          <Conditions {...draft} />
          <UnsavedChanges changed={changed} />
          <FormFoot
            action={t('form.save')}
            busy={create.isPending || update.isPending}
            onCancel={() => void navigate({ to: '/settings/rewards/all' })}
          />
        </Form>
      </Card>
      <Preview fields={fields} url={url} />
    </div>
  )
}
