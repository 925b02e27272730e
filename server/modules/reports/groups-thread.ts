// A thread that computes groups, so that the thread that serves requests does not wait.
import { parentPort, workerData } from 'node:worker_threads'
import { computeGroups, type GroupsInput } from './compute-groups.ts'

parentPort?.postMessage(computeGroups(workerData as GroupsInput))
