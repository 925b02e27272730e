import { Textarea, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { NominationPhase } from '#contract/schemas/nominations.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { ChoiceField } from '#web/shared/forms/ChoiceField.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { FormSection } from '#web/shared/forms/FormSection.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DecisionFields } from './DecisionFields.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { RewardFields } from './RewardFields.tsx'
import css from './round-form.module.css'
import { type RoundForm, type RoundFormStart, useRoundForm } from './use-round-form.ts'

function NameFields({ form }: { form: RoundForm }) {
  const { t } = useTranslation('organization')
  return (
    <div className={css['fields']}>
      <div className={css['nameRow']}>
        <TextInput
          label={t('awards.field.emoji')}
          name="emoji"
          autoComplete="off"
          maxLength={32}
          classNames={{ input: css['emoji'] ?? '' }}
          {...form.getInputProps('emoji')}
        />
        <TextInput
          label={t('awards.field.name')}
          name="name"
          autoComplete="off"
          maxLength={limits.award_name_chars_max}
          {...form.getInputProps('name')}
          data-autofocus
        />
      </div>
      <Textarea
        label={t('nominations.field.text')}
        description={t('nominations.field.text_text')}
        name="text"
        autosize
        minRows={2}
        maxLength={limits.award_text_chars_max}
        {...form.getInputProps('text')}
      />
    </div>
  )
}

/** Everyone or some people, for the nominators or the nominees. */
function AudienceChoice({ form, name }: { form: RoundForm; name: 'nominators' | 'nominees' }) {
  const { t } = useTranslation('organization')
  return (
    <ChoiceField
      {...form.getInputProps(`for_all_${name}`, { withError: false })}
      label={t(`nominations.field.${name}`)}
      answers={[
        ['yes', t('awards.field.everyone')],
        ['no', t('awards.field.some_people')],
      ]}
    >
      {form.values[`for_all_${name}`] === 'no' ? (
        <div className={css['audience']}>
          <AudienceFields
            legend={t(`nominations.field.${name}`)}
            name={name}
            audience={form.values[name]}
            onChange={(audience) => form.setFieldValue(name, audience)}
            errors={form.problems.fields}
          />
        </div>
      ) : null}
    </ChoiceField>
  )
}

function PeopleFields({ form }: { form: RoundForm }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <ChoiceField
        {...form.getInputProps('nominee_kind', { withError: false })}
        label={t('nominations.field.nominee_kind')}
        answers={[
          ['person', t('nominations.kind.person')],
          ['group', t('nominations.kind.group')],
        ]}
      />
      <AudienceChoice form={form} name="nominators" />
      {form.values.nominee_kind === 'person' ? (
        <AudienceChoice form={form} name="nominees" />
      ) : (
        <p className={css['note']}>
          {t('nominations.field.groups_text', { n: limits.nominated_group_people_max })}
        </p>
      )}
      <NumberField
        label={t('nominations.field.nominations_max')}
        name="nominations_max"
        {...form.getInputProps('nominations_max')}
      />
    </>
  )
}

/** The days; after the start only ends that are still to come can move. */
function DayFields({ form, phase }: { form: RoundForm; phase: NominationPhase }) {
  const { t } = useTranslation('organization')
  const isFixed = {
    starts_on: phase !== 'planned',
    ends_on: phase !== 'planned' && phase !== 'open',
    decides_on: phase === 'ended',
  }
  return (
    <>
      {isFixed.starts_on && !isFixed.decides_on ? (
        <p className={css['note']}>{t('nominations.locked.days')}</p>
      ) : null}
      <div className={css['three']}>
        {(['starts_on', 'ends_on', 'decides_on'] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={t(`nominations.field.${name}`)}
            name={name}
            max="9999-12-31"
            disabled={isFixed[name]}
            {...form.getInputProps(name)}
          />
        ))}
      </div>
    </>
  )
}

function JurySection({ form, locked }: { form: RoundForm; locked: string | undefined }) {
  const { t } = useTranslation('organization')
  const { fields } = form.problems
  return (
    <FormSection title={t('nominations.section.jury')} locked={locked}>
      <PeopleField
        label={t('nominations.field.jurors')}
        description={t('nominations.field.jurors_text', { n: limits.nomination_jurors_max })}
        people={form.values.jurors}
        onChange={(people) => form.setFieldValue('jurors', people)}
        max={limits.nomination_jurors_max}
        error={fields['jurors'] ?? fields['juror_ids']}
      />
    </FormSection>
  )
}

/** Creates a round, or changes one. Once it has ended, only texts and budget change. */
export function RoundDialog({ start, onClose }: { start: RoundFormStart; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const { form, submit, hasStarted, isSaving } = useRoundForm(start, onClose)
  const { round } = start
  const phase = round?.phase ?? 'planned'
  const lockedText = t('nominations.locked.text')
  const locked = hasStarted ? lockedText : undefined
  const lockedAtEnd = phase === 'ended' ? lockedText : undefined
  return (
    <Dialog
      size="lg"
      isFullScreenOnPhone
      title={round ? t('nominations.edit_title', { name: round.name }) : t('nominations.add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <NameFields form={form} />
        <FormSection title={t('nominations.section.people')} locked={locked}>
          <PeopleFields form={form} />
        </FormSection>
        <FormSection title={t('nominations.section.questions')} locked={locked}>
          <QuestionFields form={form} />
        </FormSection>
        <FormSection title={t('nominations.section.days')} locked={lockedAtEnd}>
          <DayFields form={form} phase={phase} />
        </FormSection>
        <FormSection title={t('nominations.section.decision')} locked={locked}>
          <DecisionFields form={form} />
        </FormSection>
        {form.values.decision === 'jury' ? <JurySection form={form} locked={lockedAtEnd} /> : null}
        <FormSection title={t('nominations.section.reward')}>
          <RewardFields form={form} hasStarted={hasStarted} />
        </FormSection>
        <FormActions
          action={t(round ? 'nominations.save' : 'nominations.create')}
          busy={isSaving}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
