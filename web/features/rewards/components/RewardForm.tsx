import type { UseFormReturnType } from '@mantine/form'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Reward } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { listAudienceFields } from '#web/shared/audiences/audience-form.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField, hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { categories } from '#web/shared/rewards/reward-categories.ts'
import {
  changedFields,
  listTypedNumbers,
  type RewardFormValues,
  toRequestBody,
} from '../reward-fields.ts'
import { useListSearch } from '../list-search.ts'
import { useCreateReward, useUpdateReward } from '../api/queries.ts'
import { PersonLimitFields, RewardAudienceFields } from './EligibilityFields.tsx'
import { GiftCardPicker } from './GiftCardPicker.tsx'
import type { GiftCardProposal } from './gift-card-products.tsx'
import { RewardPictureField } from './RewardPictureField.tsx'
import { RewardPreview } from './RewardPreview.tsx'
import css from './rewards.module.css'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

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
  'person_max',
  ...listAudienceFields('audience'),
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

type FieldsProps = { form: UseFormReturnType<RewardFormValues> }
/** The stock, the deadline and the conditions for redeeming. */
function ConditionFields({ form, errors }: FieldsProps & { errors: Record<string, ReactNode> }) {
  const { t } = useTranslation('rewards')
  const isTeamReward = form.values.kind === 'team'
  return (
    <>
      <div className={css['two']}>
        <NumberField
          label={t('form.available')}
          description={t('form.available_hint')}
          inputWrapperOrder={inputOrder}
          name="available_amount"
          {...form.getInputProps('available_amount')}
        />
        {isTeamReward ? (
          <TextInput
            type="date"
            label={t('form.deadline')}
            description={t('form.deadline_hint')}
            inputWrapperOrder={inputOrder}
            name="deadline"
            max="9999-12-31"
            {...form.getInputProps('deadline')}
          />
        ) : null}
      </div>
      {isTeamReward ? null : <PersonLimitFields form={form} />}
      <RewardAudienceFields form={form} errors={errors} />
      {isTeamReward ? null : (
        <Checkbox
          label={t('form.one_time')}
          description={t('form.one_time_hint')}
          {...form.getInputProps('one_time', { type: 'checkbox' })}
        />
      )}
      <Checkbox
        label={t('form.comment_required')}
        description={t('form.comment_hint')}
        {...form.getInputProps('comment_required', { type: 'checkbox' })}
      />
    </>
  )
}

/** The title, description, price and category. */
function BasicFields({ form, filling }: FieldsProps & { filling: number | null }) {
  const { t } = useTranslation('rewards')
  const teamPriceHint =
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
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('form.description')}
        name="description"
        autosize
        minRows={3}
        maxLength={limits.reward_description_chars_max}
        {...form.getInputProps('description')}
      />
      <div className={css['two']}>
        <NumberField
          label={t('form.price')}
          description={form.values.kind === 'team' ? teamPriceHint : undefined}
          inputWrapperOrder={inputOrder}
          name="price"
          required
          {...form.getInputProps('price')}
        />
        <NativeSelect
          label={t('form.category')}
          name="category"
          {...form.getInputProps('category')}
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
  const listSearch = useListSearch()
  const [file, setFile] = useState<File | null>(null)
  const [removed, setRemoved] = useState(false)
  // The reward may be loaded again while it is edited: a field that the user has not edited may
  // then differ from it, and must not be sent.
  const [loaded] = useState(initial)
  const form = useServerForm<RewardFormValues>({
    initialValues: loaded,
    fieldNames: formFieldNames,
    validate: {
      title: (title) => (title.trim() ? null : t('errors:required')),
      price: (price) => ((parseWholeNumber(price) ?? 0) > 0 ? null : t('errors:price_too_low')),
    },
  })
  const preview = useFilePreviewUrl(file)
  const callbacks = {
    onSuccess: () => {
      notifySuccess(t(reward ? 'admin.saved' : 'admin.added', { title: form.values.title }))
      void navigate({ to: '/settings/rewards/all', search: listSearch, ignoreBlocker: true })
    },
    onError: form.showRefusal,
  }
  const [create, update] = [
    useCreateReward(callbacks),
    useUpdateReward(reward?.id ?? '', callbacks),
  ]
  const isChanged = file !== null || removed || form.isDirty()
  const url = preview ?? (removed ? null : (reward?.picture.url ?? null))
  const submit = form.submitTo((values) => {
    if (hasInvalidNumber(...listTypedNumbers(values))) return
    if (!reward) return create.mutate({ fields: toRequestBody(values), file })
    update.mutate({
      fields: {
        ...changedFields(loaded, values),
        ...(removed && !file ? { remove_picture: true } : {}),
      },
      file,
    })
  })
  const setPicture = (picture: File | null) => {
    setFile(picture)
    setRemoved(picture === null)
  }
  const isSaving = create.isPending || update.isPending
  return { form, url, isChanged, isSaving, setPicture, submit }
}

/** Fills in title and price of a gift card where the administrator has not written another one. */
function applyProposal(
  { values, setFieldValue }: FieldsProps['form'],
  next: GiftCardProposal,
  previous: GiftCardProposal | null,
): void {
  if (['', previous?.title].includes(values.title)) setFieldValue('title', next.title)
  if (['', String(previous?.points)].includes(values.price))
    setFieldValue('price', String(next.points))
}

/** The form for a new or existing reward, with a preview of its card. */
export function RewardForm({ initial, reward }: { initial: RewardFormValues; reward?: Reward }) {
  const { t } = useTranslation('rewards')
  const navigate = useNavigate()
  const listSearch = useListSearch()
  const { form, url, isChanged, isSaving, setPicture, submit } = useRewardForm(initial, reward)
  const { problems, values } = form
  return (
    <div className={css['formGrid']}>
      <Card>
        <Form problems={problems} onSubmit={submit} className={css['form']}>
          <GeneralProblem text={problems.general} />
          {reward && values.kind !== 'automatic' ? (
            <NativeSelect
              label={t('form.kind')}
              name="reward_type"
              {...form.getInputProps('kind')}
              error={form.errors['reward_type']}
              data={(['individual', 'team'] as const).map((value) => ({
                value,
                label: t(`kind.${value}`),
              }))}
            />
          ) : null}
          {values.kind === 'automatic' ? (
            <GiftCardPicker
              value={values.card}
              onChange={(card) => form.setFieldValue('card', card)}
              problems={form.errors}
              price={values.price}
              onPrice={(points) => form.setFieldValue('price', String(points))}
              onPropose={(next, previous) => applyProposal(form, next, previous)}
            />
          ) : null}
          <BasicFields form={form} filling={reward?.filling_price ?? null} />
          <RewardPictureField
            emoji={values.emoji}
            url={url}
            problem={form.errors['file'] ?? form.errors['emoji']}
            onEmoji={(emoji) => form.setFieldValue('emoji', emoji)}
            onPicture={setPicture}
          />
          <ConditionFields form={form} errors={problems.fields} />
          <UnsavedChangesPrompt changed={isChanged} />
          <FormActions
            action={t(reward ? 'form.save' : 'form.add')}
            busy={isSaving}
            onCancel={() => void navigate({ to: '/settings/rewards/all', search: listSearch })}
          />
        </Form>
      </Card>
      <RewardPreview fields={values} url={url} />
    </div>
  )
}
