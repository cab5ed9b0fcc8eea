use crate::made;
use agon_report::csv;

#[test]
fn one_line_for_each_planned_trial() {
    let text = csv::text(&[&made::small().write().run], false, &[]);
    assert_eq!(text.lines().count(), 17);
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains(",oracle,")).collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    trial,agent,instance,task,seed,repeat,attempts,verdict,passed,score,failed_checks,void_cause,void_detail,void_provoked,ending,steps,wall_secs,tokens,cost_usd,usage_claimed
    1,model-a,gym/maze-2d/easy@1,gym/maze-2d/easy,1,0,1,scored,false,0.25,reached,,,,stopped,8,4,8050,0.01,false
    3,model-a,gym/maze-2d/easy@2,gym/maze-2d/easy,2,0,2,scored,true,1,,,,,stopped,6,3,6050,0.01,false
    5,model-a,gym/maze-2d/hard@1,gym/maze-2d/hard,1,0,2,void,,,,model,"still ""overloaded"", sorry",false,,1,0.5,1050,0.01,false
    7,model-a,gym/maze-2d/hard@2,gym/maze-2d/hard,2,0,1,scored,false,0.25,reached,,,,stopped,8,4,8050,0.01,false
    9,model-a,gym/maze-2d/easy@1,gym/maze-2d/easy,1,1,1,scored,true,1,,,,,stopped,5,2.5,5050,0.01,false
    11,model-a,gym/maze-2d/easy@2,gym/maze-2d/easy,2,1,1,scored,true,1,,,,,stopped,5,2.5,5050,0.01,false
    13,model-a,gym/maze-2d/hard@1,gym/maze-2d/hard,1,1,1,scored,false,0.25,reached,,,,truncated,20,10,20050,0.01,false
    15,model-a,gym/maze-2d/hard@2,gym/maze-2d/hard,2,1,0,missing,,,,,,,,,,,,
    "#);
}

#[test]
fn claims_have_a_column() {
    let text = csv::text(&[&made::half_claimed().write().run], false, &[]);
    let ends: Vec<&str> = text.lines().map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(ends, ["usage_claimed", "false", "true", "false", "true"]);
}
