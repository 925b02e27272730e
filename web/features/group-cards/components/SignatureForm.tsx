import { Button, Group as Row, Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { PictureChoice, usePictureChoice } from '#web/shared/forms/PictureChoice.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useSetSignaturePicture, useSignCard, useUnsignCard } from '../api/queries.ts'
import css from './group-cards.module.css'

/** The state of the form, with what saves and removes the signature. */
function useSignatureForm(card: GroupCard) {
  const { t } = useTranslation('organization')
  const { user } = useConfig()
  const own = card.signatures.find((signature) => signature.user.id === user.id)
  const [isRemoving, setIsRemoving] = useState(false)
  const form = useServerForm<{ text: string }>({
    initialValues: { text: own?.text ?? '' },
    fieldNames: ['text'],
    validate: { text: (text) => (text.trim() ? null : t('errors:required')) },
  })
  const picture = usePictureChoice(own?.picture.url ?? null)
  const finish = () => notifySuccess(t('cards.signed'))
  const setPicture = useSetSignaturePicture(card.id, {
    onSuccess: () => {
      picture.reset()
      finish()
    },
    // The words are saved, and the form stays for another picture.
    onError: picture.showRefusal,
  })
  const sign = useSignCard(card.id, {
    onSuccess: () => {
      if (picture.change === undefined) finish()
      else setPicture.mutate(picture.change)
    },
    onError: form.showRefusal,
  })
  const unsign = useUnsignCard(card.id, {
    onSuccess: () => {
      form.setValues({ text: '' })
      picture.reset()
      setIsRemoving(false)
      notifySuccess(t('cards.removed'))
    },
    onError: (error) => {
      setIsRemoving(false)
      notifyError(t, error)
    },
  })
  return {
    form,
    picture,
    hasSigned: own !== undefined,
    isRemoving,
    isSaving: sign.isPending || setPicture.isPending,
    submit: form.submitTo(({ text }) => sign.mutate(text.trim())),
    remove: () => {
      setIsRemoving(true)
      unsign.mutate()
    },
  }
}

/** The reader's own words on a card, which they may change until it is delivered. */
export function SignatureForm({ card }: { card: GroupCard }) {
  const { t } = useTranslation('organization')
  const { form, picture, hasSigned, isRemoving, isSaving, submit, remove } = useSignatureForm(card)
  return (
    <Form problems={form.problems} onSubmit={submit} className={css['form']}>
      <GeneralProblem text={form.problems.general} />
      <Textarea
        label={t('cards.text')}
        placeholder={t('cards.placeholder', { name: card.user.first_name || card.user.name })}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={limits.signature_chars_max}
        {...form.getInputProps('text')}
      />
      <PictureChoice picture={picture} />
      <Row gap={8} justify="flex-end">
        {hasSigned ? (
          <Button variant="subtle" color="gray" loading={isRemoving} onClick={remove}>
            {t('cards.remove')}
          </Button>
        ) : null}
        <Button type="submit" loading={isSaving}>
          {t(hasSigned ? 'cards.save' : 'cards.sign')}
        </Button>
      </Row>
    </Form>
  )
}
