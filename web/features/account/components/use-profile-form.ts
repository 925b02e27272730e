import type { User } from '#contract/schemas/users.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { setLanguage } from '#web/lib/i18n.ts'
import { useCall } from '#web/shared/use-call.ts'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

const formFieldNames = [
  'first_name',
  'last_name',
  'job_title',
  'phone',
  'birth_date',
  'hire_date',
  'language',
] as const

const toFormValues = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  job_title: user.job_title,
  phone: user.phone,
  birth_date: user.birth_date ?? '',
  hire_date: user.hire_date ?? '',
  birthday_visibility: user.birthday_visibility,
  anniversary_visibility: user.anniversary_visibility,
  language: user.language,
})
type FormValues = ReturnType<typeof toFormValues>

/** The state of the user's own profile form. Input stays until it is saved. */
export function useProfileForm() {
  const { i18n } = useTranslation('account')
  const { user, settings } = useConfig()
  const savedValues = toFormValues(user)
  const form = useServerForm<FormValues>({
    initialValues: savedValues,
    fieldNames: formFieldNames,
  })
  // The saved record also changes in another tab and at other places of this page.
  const showStored = useSavedValues(form, savedValues)
  const save = useCall('profiles.update_me', {
    input: (sent: FormValues) => ({
      body: { ...sent, birth_date: sent.birth_date || null, hire_date: sent.hire_date || null },
    }),
    updateCache: async (saved, sent) => {
      showStored(toFormValues(saved), sent)
      // The refetched queries are in the new language.
      await setLanguage(saved.language ?? settings.language)
    },
    waitsFor: 'everything',
    // Reads the text after the language change.
    onSuccess: () => notifySuccess(i18n.t('account:saved')),
    onError: form.showRefusal,
  })
  return { ...form, submit: form.submitTo(save.mutate), isSaving: save.isPending }
}
export type ProfileForm = ReturnType<typeof useProfileForm>
