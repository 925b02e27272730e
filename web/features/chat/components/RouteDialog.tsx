import { Checkbox, Input, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { channelEventKinds } from '#contract/chat.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { routeName } from '../route-name.ts'
import { ChannelField } from './ChannelField.tsx'
import css from './chat.module.css'
import { type RouteTarget, useRouteForm } from './use-route-form.ts'
import { ValuesField } from './ValuesField.tsx'

type RouteForm = ReturnType<typeof useRouteForm>['form']

function KindsField({ form }: { form: RouteForm }) {
  const { t } = useTranslation('connections')
  const { kinds } = form.values
  return (
    <fieldset className={css['kinds']}>
      <legend>{t('app.channel.kinds')}</legend>
      {channelEventKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`app.channel.kind.${kind}`)}
          checked={kinds.includes(kind)}
          onChange={({ currentTarget: { checked } }) =>
            form.setFieldValue(
              'kinds',
              channelEventKinds.filter((other) =>
                other === kind ? checked : kinds.includes(other),
              ),
            )
          }
        />
      ))}
      {form.errors['kinds'] ? (
        <p className={css['problem']} role="alert">
          {form.errors['kinds']}
        </p>
      ) : null}
    </fieldset>
  )
}

function AudienceChoice({ form }: { form: RouteForm }) {
  const { t } = useTranslation('connections')
  const id = useId()
  return (
    <>
      <div>
        <Input.Label component="div" id={id}>
          {t('app.channel.audience')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          data={[
            { value: 'yes' as const, label: t('app.channel.everyone') },
            { value: 'no' as const, label: t('app.channel.some_people') },
          ]}
          {...form.getInputProps('for_everyone', { withError: false })}
        />
      </div>
      {form.values.for_everyone === 'no' ? (
        <AudienceFields
          legend={t('app.channel.audience')}
          audience={form.values.audience}
          onChange={(audience) => form.setFieldValue('audience', audience)}
          errors={form.problems.fields}
        />
      ) : null}
    </>
  )
}

/** Adds a channel, or changes what one shows. A channel that is added stays the same. */
export function RouteDialog({ target, onClose }: { target: RouteTarget; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const { form, submit, isSaving } = useRouteForm(target, onClose)
  const { provider, route, replaces } = target
  const { problems, values } = form
  const title = () => {
    if (route) return t('edit_title', { name: routeName(route) })
    return t(replaces ? 'move' : 'app.channel.add')
  }
  return (
    <Dialog size="lg" title={title()} close={t('common:close')} onClose={onClose}>
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        {replaces ? <p className={css['text']}>{t('app.channel.move_text')}</p> : null}
        {route ? null : (
          <ChannelField
            provider={provider}
            value={values.channel}
            error={form.errors['channel']}
            onChange={(channel) => form.setFieldValue('channel', channel)}
          />
        )}
        <KindsField form={form} />
        {values.kinds.includes('thanks') ? (
          <ValuesField
            ids={values.value_ids}
            error={form.errors['value_ids']}
            onChange={(ids) => form.setFieldValue('value_ids', ids)}
          />
        ) : null}
        <AudienceChoice form={form} />
        <FormActions
          action={t(route ? 'save' : 'app.channel.add_action')}
          busy={isSaving}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
