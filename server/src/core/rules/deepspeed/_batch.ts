export * from '../../job/batch';
