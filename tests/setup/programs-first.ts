import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Names in files whose tests start the api, a worker or a database server. They take longest, and mostly wait. */
const STARTS_PROGRAMS =
  /\b(startApiProgram|startWorkerProgram|startFleet|startFuzzer|startEmbeddedPostgres|OwnRedisServer)\b/;

/** Runs these files first, so that none of them is left running alone at the end. */
export class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's sort, not that of an array
    const { true: first = [], false: others = [] } = Object.groupBy(await super.sort(files), startsPrograms);
    return [...first, ...others];
  }
}

const startsPrograms = ({ moduleId }: TestSpecification): 'true' | 'false' =>
  STARTS_PROGRAMS.test(readFileSync(moduleId, 'utf8')) ? 'true' : 'false';
