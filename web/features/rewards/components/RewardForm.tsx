import { Alert, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { Reward } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { NumberField, hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import {
  type FormErrors,
  noFormErrors,
  toFormErrors,
  notifySuccess,
} from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { categories, isCategory } from '#web/shared/rewards/reward-categories.ts'
import {
  toRequestBody,
  changedFields,
  type RewardFormValues,
  formValuesFromReward,
} from '../reward-fields.ts'
import { useCreateReward, useUpdateReward } from '../api/queries.ts'
import { GiftCardPicker } from './GiftCardPicker.tsx'
import { RewardPictureField } from './RewardPictureField.tsx'
import { RewardPreview } from './RewardPreview.tsx'
import css from './rewards.module.css'

const formFieldNames = [
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
const inputOrder: ['label', 'input', 'description', 'error'] = [
  'label',
  'input',
  'description',
  'error',
]

/** Returns an object URL for a file that is not uploaded yet. */
function useFilePreviewUrl(file: File | null): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}

type RewardFormState = {
  fields: RewardFormValues
  set: (part: Partial<RewardFormValues>) => void
  problems: FormErrors
}
/** The stock, the deadline and the conditions for redeeming. */
function ConditionFields({ fields, set, problems }: RewardFormState) {
  const { t } = useTranslation('rewards')
  const team = fields.kind === 'team'
  return (
    <>
      <div className={css['two']}>
        <NumberField
          label={t('form.available')}
          description={t('form.available_hint')}
          inputWrapperOrder={inputOrder}
          name="available_amount"
          value={fields.available_amount}
          onChange={(availableAmount) => set({ available_amount: availableAmount })}
          error={problems.fields['available_amount']}
        />
        {team ? (
          <TextInput
            type="date"
            label={t('form.deadline')}
            description={t('form.deadline_hint')}
            inputWrapperOrder={inputOrder}
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

/** The title, description, price and category. */
function BasicFields({
  fields,
  set,
  problems,
  filling,
}: RewardFormState & { filling: number | null }) {
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
          inputWrapperOrder={inputOrder}
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

/** The state of the form and its picture. */
function useRewardForm(initial: RewardFormValues, reward: Reward | undefined) {
  const { t } = useTranslation('rewards')
  const navigate = useNavigate()
  const [fields, setFields] = useState(initial)
  const [file, setFile] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  const [problems, setProblems] = useState(noFormErrors)
  const preview = useFilePreviewUrl(file)
  const callbacks = {
    onSuccess: () => {
      notifySuccess(t(reward ? 'admin.saved' : 'admin.added', { title: fields.title }))
      void navigate({ to: '/settings/rewards/all', ignoreBlocker: true })
    },
    onError: (error: unknown) => setProblems(toFormErrors(t, error, formFieldNames)),
  }
  const [create, update] = [
    useCreateReward(callbacks),
    useUpdateReward(reward?.id ?? '', callbacks),
  ]
  const set = (part: Partial<RewardFormValues>) => setFields((old) => ({ ...old, ...part }))
  const changed = file !== null || removed || JSON.stringify(fields) !== JSON.stringify(initial)
  const url = preview ?? (removed ? null : (reward?.picture.url ?? null))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fieldErrors = {
      ...(fields.title.trim() ? {} : { title: t('errors:required') }),
      ...((parseWholeNumber(fields.price) ?? 0) > 0 ? {} : { price: t('errors:price_too_low') }),
    }
    setProblems({ fields: fieldErrors, general: null })
    if (Object.keys(fieldErrors).length || hasInvalidNumber(fields.price, fields.available_amount))
      return
    if (reward)
      update.mutate({
        fields: {
          ...changedFields(formValuesFromReward(reward), fields),
          ...(removed && !file ? { remove_picture: true } : {}),
        },
        file,
      })
    else create.mutate({ fields: toRequestBody(fields), file })
  }
  const setPicture = (picture: File | null) => {
    setFile(picture)
    setRemoved(picture === null)
  }
  const isSaving = create.isPending || update.isPending
  return { fields, set, problems, url, changed, isSaving, setPicture, submit }
}

/** The form for a new or existing reward, with a preview of its card. */
export function RewardForm({ initial, reward }: { initial: RewardFormValues; reward?: Reward }) {
  const { t } = useTranslation('rewards')
  const navigate = useNavigate()
  const form = useRewardForm(initial, reward)
  const { fields, set, problems, url } = form
  const formState = { fields, set, problems }
  return (
    <div className={css['formGrid']}>
      <Card>
        <Form problems={problems} onSubmit={form.submit} className={css['form']}>
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
          <BasicFields {...formState} filling={reward?.filling_price ?? null} />
          <RewardPictureField
            emoji={fields.emoji}
            url={url}
            problem={problems.fields['file'] ?? problems.fields['emoji']}
            onEmoji={(emoji) => set({ emoji })}
            onPicture={form.setPicture}
          />
          <ConditionFields {...formState} />
          <UnsavedChangesPrompt changed={form.changed} />
          <FormActions
            action={t('form.save')}
            busy={form.isSaving}
            onCancel={() => void navigate({ to: '/settings/rewards/all' })}
          />
        </Form>
      </Card>
      <RewardPreview fields={fields} url={url} />
    </div>
  )
}
