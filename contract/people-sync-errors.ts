/** Errors of the sync of people, with HTTP status and English text. */
export const peopleSyncErrors = {
  people_file_columns: {
    status: 422,
    text: 'The columns of the file have changed. Please check them in the settings',
  },
  people_file_cut: { status: 422, text: 'The end of the file is missing' },
  people_file_fetch: { status: 422, text: 'The file can’t be fetched' },
  people_file_leavers: { status: 422, text: 'Too many people would leave' },
  people_address_domain: {
    status: 422,
    text: 'The address of this person can only change to a verified domain of the team',
  },
  people_file_changed: { status: 409, text: 'This person has changed since the check' },
  people_folder_missing: {
    status: 422,
    text: 'The operator of this server hasn’t set up a folder for files',
  },
  people_number_differs: {
    status: 422,
    text: 'The person with this address has another employee number',
  },
} as const satisfies Record<string, { status: number; text: string }>
