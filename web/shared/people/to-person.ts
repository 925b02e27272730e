import type { Person } from '#contract/schemas/users.ts'

/** Returns the person fields of a larger record, as the draft of a post stores them. */
export const toPerson = (record: Person): Person => ({
  id: record.id,
  name: record.name,
  first_name: record.first_name,
  last_name: record.last_name,
  avatar: record.avatar,
  job_title: record.job_title,
  state: record.state,
  demo: record.demo,
})
